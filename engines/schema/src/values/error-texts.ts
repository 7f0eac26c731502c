/** Texts for the properties of an error's body. */
export interface ErrorTexts {
  /** Status of the answer: 401. */
  readonly status: number;
  /** Its name: `Unauthorized`. */
  readonly title: string;
  /** A sentence for people. */
  readonly detail: string;
}

const DETAIL =
  /(^|_)(details?|messages?|msg|description|reasons?|explanation|cause|summary|text|info|hint|errors|content|body|comment|notes?)$/;
const TITLE = /(^|_)(title|error|phrase|status_text|status_message|fault)$/;
const CODE = /(^|_)(code|key|type|kind|category|error_name|slug)$/;
const STATUS = /(^|_)(status|status_code|http_code|http_status(_code)?)$/;

/** The text of a property of an error, by its name in snake case; undefined where the name says nothing of errors. */
export function errorText(name: string, { status, title, detail }: ErrorTexts): string | undefined {
  if (STATUS.test(name)) return String(status);
  if (TITLE.test(name)) return title;
  if (CODE.test(name)) return title.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return DETAIL.test(name) ? detail : undefined;
}

/** The number of a property of an error. */
export function errorNumber(name: string, { status }: ErrorTexts): number | undefined {
  return STATUS.test(name) || /(^|_)code$/.test(name) ? status : undefined;
}
