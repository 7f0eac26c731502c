import { render } from "preact";
import { Console } from "./app.tsx";
import { createState, type State } from "./state.ts";
import { httpTransport } from "./transport.ts";

/** First steps, while there are no calls. */
function Hint({ state }: { readonly state: State }) {
  return (
    <>
      <p>No call yet. Point a client at this address, or try:</p>
      <pre>
        curl {location.origin}
        {state.view.value?.sample}
      </pre>
    </>
  );
}

const state = createState(httpTransport);
render(<Console state={state} hint={<Hint state={state} />} />, document.body);
