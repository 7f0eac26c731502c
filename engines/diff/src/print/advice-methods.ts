import type { AdviceTable } from "./advice-table.ts";

const RENAMED = "Replace the old name by the new one; editors show an alias that stays as deprecated.";

/** Advice on methods, their answers as a whole, and the document. */
export const METHOD_ADVICE: AdviceTable = {
  "operation-added": { wire: "The service answers one more operation." },
  "operation-removed": {
    wire: "The service no longer promises to answer this operation.",
    todo: "Stop calling it before you update: the document names no replacement.",
  },
  "method-renamed": { wire: "Requests and responses do not change.", todo: RENAMED },
  "operation-id-renamed": {
    wire: "Requests and responses do not change.",
    todo: "Replace the old name where you compare it with `operation` of a fake's call or `operationId` of a hook: the compiler does not check these.",
  },
  "operation-moved": {
    wire: "The request goes to another address.",
    todo: "Methods need no change; replace the path where you use `svc.raw`, intercept requests or match them in proxies.",
  },
  "operation-deprecated": { wire: "The service still answers it.", todo: "Plan to stop calling it." },
  "security-added": { wire: "Requests without a credential are refused (401).", todo: "Give the client a credential." },
  "security-removed": { wire: "Requests without a credential are answered, too." },
  "security-alternative-added": { wire: "One more kind of credential is taken." },
  "security-alternative-removed": {
    wire: "This kind of credential is refused (401).",
    todo: "Use one of the kinds that are left.",
  },
  "security-scheme-changed": { wire: "Credentials travel differently." },
  "security-scheme-removed": {
    wire: "Credentials of this kind are no longer described.",
    todo: "Check that the service still takes the credential that you give the client.",
  },
  "security-scheme-added": { wire: "By itself nothing; methods that take it are listed on their own." },
  "server-changed": {
    wire: "The service is reached at another address.",
    todo: "Change `baseUrl` where you give the old one.",
  },
  "server-removed": { wire: "The service names this address no longer.", todo: "Change `baseUrl` where you give it." },
  "server-added": { wire: "The service is reached at one more address." },
  "token-url-changed": {
    wire: "Tokens are asked for at another address.",
    todo: "Nothing with `oauth2Password`; change the address where you ask for tokens yourself.",
  },
  "success-status-changed": {
    wire: "The same call is answered with another status.",
    todo: "Change comparisons with the status, and fakes that answer the old one.",
  },
  "success-status-added-union": {
    wire: "The same call may be answered with another status and body.",
    todo: "Tell the results apart before you read them.",
  },
  "success-status-added": { wire: "The same call may be answered with another status." },
  "success-status-removed": { wire: "This status no longer comes." },
  "error-status-added": {
    wire: "The call may fail in one more way.",
    todo: "Handle it where you tell errors apart by status.",
  },
  "error-variant-added": {
    wire: "The call may fail in one more way.",
    todo: "Handle it where you tell errors apart by their bodies.",
  },
  "error-status-removed": { wire: "This failure no longer comes.", todo: "Remove what handles it." },
  "response-body-added": { wire: "The answer has a body." },
  "response-body-removed": { wire: "The answer has no body.", todo: "Stop reading the result." },
  "response-header-removed": { wire: "The header no longer comes.", todo: "Stop reading it." },
  "response-header-became-optional": { wire: "The header may be missing.", todo: "Allow for its absence." },
  "media-type-changed": { wire: "Bodies are written in another format; the SDK does so." },
  "media-type-preferred-changed": { wire: "Bodies are written in another format; the SDK does so." },
  "media-type-removed": { wire: "The format is no longer taken or sent." },
  "media-type-added": { wire: "Bodies can have one more format." },
  "part-encoding-changed": {
    wire: "The part of the form has another media type.",
    todo: "Check the media types of the files that you send there.",
  },
  "event-added": { wire: "The service sends one more request, where it is asked to." },
  "event-removed": { wire: "The service no longer sends it.", todo: "Remove what receives it." },
  "event-moved": {
    wire: "The service calls another address, or by another method.",
    todo: "Receive it there.",
  },
  "request-headers-changed": { wire: "Every request carries other headers; the SDK sends them." },
  "body-required-added": { wire: "Requests without a body are refused.", todo: "Pass the body to each call." },
  "body-became-required": { wire: "Requests without a body are refused.", todo: "Pass the body to each call." },
  "body-optional-added": { wire: "A body can be sent." },
  "body-removed": { wire: "A body is ignored or refused.", todo: "Stop passing one." },
  "body-became-optional": { wire: "Requests without a body are taken, too." },
  "schema-renamed": { wire: "Requests and responses do not change.", todo: RENAMED },
  "schema-split": {
    wire: "By itself nothing; what differs between them is listed on its own.",
    todo: "Name the type of the direction that you use it in.",
  },
  "builder-renamed": { wire: "Requests and responses do not change.", todo: RENAMED },
  "schema-added": { wire: "By itself nothing; what uses it is listed on its own." },
  "schema-removed": {
    wire: "By itself nothing; what used it is listed on its own.",
    todo: "Stop importing the type and using its builder; where the service still sends such values, declare it yourself.",
  },
};

/** Advice on parameters. */
export const PARAMETER_ADVICE: AdviceTable = {
  "parameter-optional-added": { wire: "One more parameter can be sent; calls without it are as before." },
  "parameter-required-added": { wire: "Requests without it are refused.", todo: "Pass it in each call." },
  "parameter-removed": {
    wire: "The service ignores or refuses it.",
    todo: "Stop passing it; where another of the same meaning was added, pass that one.",
  },
  "path-parameter-renamed": {
    wire: "Nothing differs: the name of a placeholder is not sent.",
    todo: "Nothing with methods; change `params.path` in calls of `svc.raw`.",
  },
  "parameter-respelled": {
    wire: "Nothing differs: names of headers have no case.",
    todo: "Spell it so where you pass it.",
  },
  "parameter-moved": { wire: "It travels in another part of the request; the SDK sends it there." },
  "parameter-became-required": { wire: "Requests without it are refused.", todo: "Pass it in each call." },
  "parameter-became-optional": { wire: "Requests without it are taken, too." },
  "parameter-deprecated": { wire: "The service still takes it.", todo: "Plan to stop passing it." },
  "parameter-serialisation-changed": { wire: "Its value is spelled differently; the SDK does so." },
  "parameter-format-removed": { wire: "Only text is taken.", todo: "Pass text." },
};
