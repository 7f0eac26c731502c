/** The page's body. It holds no data: all of it is put in as text by the script. */
export const MARKUP: string = `
<a class="skip" id="skip" href="#journal">To the journal</a>
<header>
  <div class="brand"><span class="dot" id="live" aria-hidden="true"></span>
    <h1 id="title">Fake service</h1><span class="muted" id="version"></span></div>
  <nav class="tabs" id="views" aria-label="Views" hidden>
    <button type="button" id="callsTab" aria-controls="callsView" aria-current="page">Calls</button>
    <button type="button" id="inboxTab" aria-controls="inboxView">Inbox</button>
  </nav>
  <form class="tools" id="tools" aria-label="Drive the fake">
    <span class="group" role="group" aria-label="Clock">
      <span class="label">Clock <time id="now">–</time></span>
      <button type="button" data-advance="1">+1 s</button>
      <button type="button" data-advance="60">+1 min</button>
      <button type="button" data-advance="3600">+1 h</button>
    </span>
    <span class="group" role="group" aria-label="Fault">
      <select id="fault" aria-label="Kind of fault"></select>
      <select id="faultOperation" aria-label="Operation that fails"></select>
      <label class="times">× <input id="times" type="number" min="1" max="1000" value="1" aria-label="How many requests fail"></label>
      <button type="submit">Inject fault</button>
    </span>
    <button type="button" id="reset" class="danger">Reset</button>
  </form>
</header>
<p id="message" role="status" aria-live="polite"></p>
<main id="callsView">
  <section class="journal" aria-labelledby="journalTitle">
    <div class="bar">
      <h2 id="journalTitle">Journal</h2><span class="muted" id="count">0 calls</span>
      <input id="filter" type="search" placeholder="Filter: path, status, operation" aria-label="Filter the journal">
      <button type="button" id="pause" aria-pressed="false">Pause</button>
      <span class="pages"><button type="button" id="newer" aria-label="Newer calls">‹</button>
        <span id="pages" class="muted">1 / 1</span>
        <button type="button" id="older" aria-label="Older calls">›</button></span>
    </div>
    <div class="scroll" id="journal" tabindex="-1">
      <table aria-labelledby="journalTitle">
        <thead><tr><th scope="col" class="num">#</th><th scope="col">Time</th><th scope="col">Method</th>
          <th scope="col">Path</th><th scope="col">Status</th><th scope="col">Operation</th><th scope="col" class="num">ms</th></tr></thead>
        <tbody id="rows"></tbody>
      </table>
      <div class="empty" id="empty" hidden><strong>No calls yet</strong>
        <span>Send a request to this server and it shows up here.</span><code id="hint"></code></div>
    </div>
  </section>
  <div class="side">
    <section aria-labelledby="detailTitle"><h2 id="detailTitle" tabindex="-1">Call</h2><div id="detail"></div></section>
    <section aria-labelledby="windowTitle"><h2 id="windowTitle">Rate limit</h2><div id="windows"></div></section>
    <section aria-labelledby="faultsTitle"><h2 id="faultsTitle">Waiting faults</h2><div id="faults"></div></section>
    <section aria-labelledby="webhooksTitle" id="webhooksPart" hidden><h2 id="webhooksTitle">Webhooks</h2>
      <form class="head" id="webhooksForm"><select id="webhook" aria-label="Webhook to send"></select>
        <button type="submit">Send</button></form><div id="deliveries"></div></section>
    <section aria-labelledby="storeTitle"><div class="head"><h2 id="storeTitle">Store</h2>
      <button type="button" id="add">Add…</button></div><div id="store"></div></section>
  </div>
</main>
<main id="inboxView" class="inbox" hidden>
  <section class="journal" aria-labelledby="inboxTitle">
    <div class="bar"><h2 id="inboxTitle">Inbox</h2><select id="box" aria-label="Inbox"></select>
      <button type="button" id="addMessage" aria-label="Add a message">Add</button></div>
    <ul class="scroll" id="messages" tabindex="-1" aria-labelledby="inboxTitle"></ul>
    <div class="empty" id="noMessages" hidden><strong>No messages</strong>
      <span>What tests and requests put in shows up here.</span></div>
  </section>
  <section class="letter" aria-labelledby="letterTitle"><h2 id="letterTitle">Message</h2><div id="letter"></div></section>
</main>
<dialog id="ask" aria-labelledby="askTitle"><h2 id="askTitle">Reset the fake?</h2>
  <p>Journal, faults and stored data of this session are lost.</p>
  <div class="actions"><button type="button" id="askReset" class="danger">Reset everything</button><button type="button" id="askCancel" autofocus>Keep it</button></div>
</dialog>
<dialog id="form" aria-labelledby="formTitle"><form id="formBody" novalidate>
  <h2 id="formTitle">Add to the store</h2>
  <label id="formPathLabel">What <select id="formPath"></select></label>
  <div id="formParameters"></div>
  <p class="muted" id="formHelp">Ticked fields are put in. Others are left out; what the document requires is made up.</p>
  <div id="formFields"></div>
  <p class="bad" id="formError" role="alert"></p>
  <div class="actions"><button type="submit" id="formSave">Add</button><button type="button" id="formCancel">Cancel</button></div>
</form></dialog>`;
