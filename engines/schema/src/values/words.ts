/** Words that fixture texts are made of: short, plain, and nobody's trade mark. */
const split = (text: string): readonly string[] => text.split(/[\s]+/);

export const ADJECTIVES: readonly string[] = split(
  "amber brisk calm clear copper early fresh gentle golden green hidden light lunar mellow north open pale plain quiet rapid silver simple small soft solid steady still sunny warm wide",
);
export const NOUNS: readonly string[] = split(
  "anchor arbor bridge brook canyon cedar cloud coast field forest garden harbor hill island lake lantern meadow mill moon orchard pine river road sail stone summit tower trail valley window",
);
export const FIRST_NAMES: readonly string[] = split(
  "Ada Alan Amara Anders Beatriz Chen Clara Daniel Elena Farid Grace Hana Ines Jonas Kenji Leila Marta Noah Olga Priya Rosa Samir Tara Tomás Yuki Zoe",
);
export const LAST_NAMES: readonly string[] = split(
  "Almeida Baker Berg Castillo Dupont Fischer Garcia Haddad Ito Jensen Kowalski Larsen Moreau Nakamura Novak Okafor Patel Rossi Sato Silva Turner Weber Yilmaz Zhang",
);
export const CITIES: readonly string[] = split("Berlin Lisbon Oslo Kyoto Nairobi Porto Quito Riga Toronto Vienna");
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = [
  ["DE", "Germany"],
  ["FR", "France"],
  ["JP", "Japan"],
  ["KE", "Kenya"],
  ["NO", "Norway"],
  ["PT", "Portugal"],
];
export const SENTENCES: readonly string[] = [
  "Your verification code is ready.",
  "The report for this week is attached.",
  "Please confirm the new address.",
  "Everything works as expected.",
  "The meeting moved to Thursday.",
  "Thank you for the quick answer.",
  "Here are the details you asked for.",
  "Nothing else is needed from you.",
];
export const SUBJECTS: readonly string[] = [
  "Confirm your address",
  "Your verification code",
  "Weekly report",
  "Welcome aboard",
  "Meeting on Thursday",
  "Your receipt",
  "A new sign-in",
  "Details of your order",
];

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
