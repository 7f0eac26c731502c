/** The page's style: light and dark by the reader's preference, contrast of text at least 4.5 to 1. */
export const STYLE: string = `
:root{color-scheme:light dark;--bg:#f6f7f9;--panel:#fff;--text:#1a1f27;--muted:#586273;--line:#dde1e7;--hover:#eef2f8;--pick:#dfe9fb;
--accent:#1f5fd0;--on:#fff;--good:#146c38;--warn:#8a5300;--bad:#b3261e;--track:#e4e8ee;--code:#f3f5f8}
@media (prefers-color-scheme:dark){:root{--bg:#12151a;--panel:#1a1e25;--text:#e6e9ee;--muted:#9aa5b5;--line:#2d343f;--hover:#222832;--pick:#22365a;
--accent:#7aa8ff;--on:#0d1420;--good:#6cd28f;--warn:#f0b45b;--bad:#ff8f87;--track:#2b323d;--code:#14181e}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html,body{height:100%}
body{margin:0;display:flex;flex-direction:column;background:var(--bg);color:var(--text);font:14px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif}
h1{font-size:16px;margin:0}h2{font-size:13px;margin:0;font-weight:650}h3{font-size:12px;margin:14px 0 4px;color:var(--muted);font-weight:600}
.muted{color:var(--muted)}.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--panel);padding:6px;z-index:3}
header{display:flex;flex-wrap:wrap;gap:10px 20px;align-items:center;padding:10px 16px;background:var(--panel);border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:baseline;gap:8px;min-width:0}.brand h1{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:32ch}
.dot{width:9px;height:9px;border-radius:50%;background:var(--muted);flex:none;align-self:center}.dot.on{background:var(--good)}.dot.off{background:var(--bad)}
.tools,.group{display:flex;flex-wrap:wrap;gap:6px;align-items:center}.tools{gap:8px 18px}.label{margin-right:4px;font-variant-numeric:tabular-nums}
.times{display:inline-flex;gap:4px;align-items:center}#times{width:58px}#fault{max-width:150px}#faultOperation{max-width:170px}
button,select,input{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:4px 10px;min-height:30px}
button{cursor:pointer}button:hover:not(:disabled){background:var(--hover)}button:disabled{opacity:.5;cursor:default}
button[type=submit]{background:var(--accent);border-color:var(--accent);color:var(--on)}button[type=submit]:hover{filter:brightness(1.08);background:var(--accent)}
button.danger{color:var(--bad);border-color:currentColor}button[aria-pressed=true]{background:var(--pick)}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
#message{margin:0;padding:0 16px;min-height:0;color:var(--muted)}#message:not(:empty){padding:6px 16px;border-bottom:1px solid var(--line)}#message.bad{color:var(--bad)}
main{flex:1;min-height:0;display:grid;grid-template-columns:minmax(0,1.75fr) minmax(330px,1fr);gap:12px;padding:12px 16px}
section{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:12px}
.journal{display:flex;flex-direction:column;min-height:0;padding:0;overflow:hidden}
.bar{display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding:10px 12px;border-bottom:1px solid var(--line)}#filter{flex:1;min-width:150px}
.pages{display:inline-flex;gap:6px;align-items:center;font-variant-numeric:tabular-nums}
.scroll{flex:1;overflow:auto;min-height:160px}.side{display:flex;flex-direction:column;gap:12px;min-height:0;overflow:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums;table-layout:fixed}
th{position:sticky;top:0;background:var(--panel);text-align:left;font-size:12px;color:var(--muted);font-weight:600;box-shadow:inset 0 -1px var(--line)}
th,td{padding:5px 8px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;vertical-align:baseline}td{border-bottom:1px solid var(--line)}
th:nth-child(1){width:50px}th:nth-child(2){width:112px}th:nth-child(3){width:70px}th:nth-child(5){width:66px}th:nth-child(6){width:21%}th:nth-child(7){width:52px}
.num{text-align:right}tbody tr{cursor:pointer;content-visibility:auto;contain-intrinsic-size:auto 34px}tbody tr:hover{background:var(--hover)}tbody tr[aria-current]{background:var(--pick)}
td button{all:unset;display:block;width:100%;white-space:normal;overflow-wrap:anywhere;cursor:pointer;font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px}
td button:hover:not(:disabled){background:none}
td button:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.status{font-weight:650}.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
.empty{display:flex;flex-direction:column;align-items:center;gap:6px;padding:56px 16px;text-align:center;color:var(--muted)}.empty strong{color:var(--text)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:12.5px}.empty code,pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:8px}
.empty code{overflow-wrap:anywhere}pre{margin:4px 0 0;max-height:300px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.gauge{margin-top:8px}.gauge strong+span::before{content:" · "}.gauge .head{display:flex;justify-content:space-between;gap:8px;font-variant-numeric:tabular-nums}
meter{width:100%;height:8px;display:block;margin:3px 0 2px;border:1px solid var(--line);border-radius:7px;overflow:hidden;background:var(--track)}
meter::-webkit-meter-bar{background:var(--track);border:0;border-radius:7px;height:8px}
meter::-webkit-meter-optimum-value{background:var(--good)}meter::-webkit-meter-suboptimum-value{background:var(--warn)}meter::-webkit-meter-even-less-good-value{background:var(--bad)}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 12px;margin:4px 0 0;font-size:12.5px}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
.line{margin:8px 0 0;font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px;overflow-wrap:anywhere}
.head{display:flex;justify-content:space-between;align-items:center;gap:8px}details>.head{margin-top:4px}
.item{margin-top:8px}details>button{margin-top:10px}.actions{display:flex;flex-wrap:wrap;gap:6px;margin-top:6px}
dialog{width:min(640px,calc(100vw - 24px));max-height:calc(100vh - 24px);padding:16px;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:10px;overflow:auto}
dialog::backdrop{background:rgba(10,14,20,.5)}dialog label{display:block;margin-top:8px}dialog select,dialog input[type=text],dialog textarea{width:100%;margin-top:2px}
textarea{font:12.5px/1.45 ui-monospace,SFMono-Regular,Menlo,monospace;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:6px 10px;min-height:64px;resize:vertical}
.field{margin-top:10px}.field .head label{margin:0;display:inline-flex;gap:6px;align-items:center;min-height:24px;overflow-wrap:anywhere}
.field input[type=checkbox]{min-height:0;width:16px;height:16px;margin:0;flex:none}
.field p{margin:2px 0 0;font-size:12.5px;overflow-wrap:anywhere}#form>form>.actions{position:sticky;bottom:-16px;margin:12px -16px -16px;padding:12px 16px;background:var(--panel);border-top:1px solid var(--line)}dialog h2{font-size:15px}
[aria-invalid=true]{border-color:var(--bad)!important}#formError:empty{display:none}
.tabs{display:flex;flex-wrap:wrap;gap:6px}.tabs [aria-selected=true],.tabs [aria-current],.tabs button[aria-selected=true]:hover:not(:disabled),.tabs button[aria-current]:hover:not(:disabled){background:var(--pick);border-color:var(--accent)}
.inbox{grid-template-columns:minmax(280px,1fr) minmax(0,1.75fr)}#box{flex:1;min-width:0}
#messages{list-style:none;margin:0;padding:0}#messages>li.muted{padding:8px 12px}
.mail{display:block;width:100%;text-align:left;border:0;border-bottom:1px solid var(--line);border-radius:0;padding:8px 12px;background:none}
.mail[aria-current],.mail[aria-current]:hover:not(:disabled){background:var(--pick)}.mail:focus-visible{outline-offset:-2px}
.mail .sender,.mail .subject,.mail .place{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.mail time,.mail .place{font-size:12px}.mail time{flex:none}
.unread .sender,.unread .subject{font-weight:650}.unread .sender::before{content:"";display:inline-block;width:8px;height:8px;border-radius:50%;background:var(--accent);margin-right:6px}
.hiddenText{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.letter{overflow:auto;min-height:0}.letter h3.title{font-size:16px;color:var(--text);margin:6px 0;overflow-wrap:anywhere}.letter>div>.tabs{margin-top:14px}
.code{display:flex;flex-wrap:wrap;gap:12px;align-items:center;margin-top:12px;padding:10px 12px;background:var(--code);border:1px solid var(--line);border-radius:8px}
.code strong{font:600 22px/1.2 ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:.04em}
.links{margin:4px 0 0;padding-left:18px;font-size:12.5px}.links a{color:var(--accent);overflow-wrap:anywhere}
.body{margin-top:8px}.body pre{max-height:none}iframe{display:block;width:100%;height:min(60vh,640px);border:1px solid var(--line);border-radius:6px;background:#fff;color-scheme:light}
details{margin-top:6px}summary{cursor:pointer}p{margin:8px 0 0}
@media (max-width:1500px){th:nth-child(6),td:nth-child(6){display:none}}
@media (max-width:900px){body{height:auto}main,.inbox{grid-template-columns:minmax(0,1fr)}.scroll{max-height:60vh}.side{overflow:visible}
th:nth-child(1),td:nth-child(1){display:none}}
@media (max-width:560px){th,td{padding:5px 4px}th:nth-child(3){width:62px}th:nth-child(5){width:58px}.tools,.group{width:100%}.label{flex-basis:100%}.group button{flex:1}#fault,#faultOperation{flex:1 1 40%;min-width:0;max-width:none}#reset{flex:1}
th:nth-child(2),td:nth-child(2),th:nth-child(7),td:nth-child(7){display:none}}
@media (prefers-reduced-motion:no-preference){.dot{transition:background .2s}}`;
