export { callArguments, callExpression } from "./call-code.ts";
export { emitOperationPages } from "./emit-operation-pages.ts";
export { FAKE_URL, type PageLayout } from "./page-context.ts";
export { sampleCall } from "./sample-call.ts";
