import { registerHooks } from "node:module";
import { refuseDocument, refuseModule } from "./refuse-document.ts";

// Preloaded in processes of Node.js that a test starts which a bump leaves out: they see nothing of the document, either.
refuseDocument(true);
registerHooks({
  load(url, context, next) {
    refuseModule(url);
    return next(url, context);
  },
});
