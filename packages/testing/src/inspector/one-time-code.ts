/** A one-time code in a message. */
export interface OneTimeCode {
  /** As it stands in the message: `418 205`. */
  readonly shown: string;
  /** As it is typed: `418205`. */
  readonly value: string;
}

/** Characters of a message that are searched. */
const LIMIT = 20_000;

/** Words that announce a code, in the languages that mails of this kind come in most. */
const ANNOUNCED =
  /(?<![\p{L}\d])(?:otp|pin|passcodes?|one[- ]time|2fa|mfa|tan|c[óo]digos?|codice|kode|kod|koodi|token|\p{L}{0,24}code[ns]?)(?![\p{L}\d])|验证码|驗證碼|コード|인증번호|인증 ?코드|(?<!\p{L})код(?!\p{L})/giu;

/** Words that end in `code` and announce none, and the words before it that change its meaning. */
const OTHER = /^(?:bar|post|zip|uni|geo|qr|source|en|de)code[ns]?$/i;
const CHANGED = /(?:zip|postal|area|dialling|dialing|country|source|promo|discount|coupon|error|status|exit|qr) $/i;

/**
 * Digits, digits in two or three groups, or capital letters and digits; neither a part of a word, a number with a fraction, an
 * amount, an address, a date or a time.
 */
const CANDIDATE =
  /(?<![\p{L}\p{N}_@#$€£¥+=&/\\]|\p{N}[.,:/ -])(?:[A-Z]-\d{4,8}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,10}|[A-Z0-9]{3,5}(?:-[A-Z0-9]{3,5}){1,3}|(?=[A-Z]{0,9}\d)[A-Z0-9]{5,10})(?![\p{L}\p{N}_@%]|[.,:/-]\p{N}|[ -]\d{2})/gu;

/** Announcement of another number. */
const OTHER_NUMBER = /(?:order|invoice|ticket|account|customer|parcel|reference)(?: (?:no\.?|number|id))?:? $/i;

/** The farthest that a code stands behind or before its announcement, in characters. */
const BEHIND = 160;
const BEFORE = 60;

/**
 * The one-time code of a message: what looks like one and stands nearest to a word such as "code". Undefined: there is none.
 *
 * @param text subject and text, one below the other
 */
export function findOneTimeCode(text: string): OneTimeCode | undefined {
  const searched = text
    .slice(0, LIMIT)
    .replaceAll(/\bhttps?:\/\/[^\s<>"]+/gi, " ")
    .replaceAll("\u00a0", " ");
  const words = [...searched.matchAll(ANNOUNCED)].filter(({ 0: word, index }) => {
    return !OTHER.test(word) && !CHANGED.test(searched.slice(Math.max(0, index - 12), index));
  });
  if (words.length === 0) return undefined;
  const [best] = [...searched.matchAll(CANDIDATE)]
    .map(({ 0: shown, index }) => ({ shown, cost: costOf(searched, shown, index, words) }))
    .filter(({ cost }) => Number.isFinite(cost))
    .sort((a, b) => a.cost - b.cost);
  return best && { shown: best.shown, value: typed(best.shown) };
}

/** How unlikely a candidate is: its distance to the announcement, less where it stands alone in a line, more for what looks like a year or another number. */
function costOf(text: string, shown: string, index: number, words: readonly RegExpMatchArray[]): number {
  const distances = words.map(({ 0: word, index: at = 0 }) => {
    const [behind, before] = [index - (at + word.length), at - (index + shown.length)];
    if (behind >= 0) return behind <= BEHIND ? behind : Number.POSITIVE_INFINITY;
    return before <= BEFORE ? before + 10 : Number.POSITIVE_INFINITY;
  });
  const isAlone =
    /(?:^|\n)\s*$/.test(text.slice(Math.max(0, index - 8), index)) &&
    /^\s*(?:\n|$)/.test(text.slice(index + shown.length, index + shown.length + 8));
  const isOther = /^(?:19|20)\d\d$/.test(shown) || OTHER_NUMBER.test(text.slice(Math.max(0, index - 24), index));
  return Math.min(...distances) - (isAlone ? 60 : 0) + (isOther ? 100 : 0);
}

/** Spaces and hyphens between digits are for reading, and so is a letter before them. */
function typed(shown: string): string {
  return /^(?:[A-Z]-)?[\d -]+$/.test(shown) ? shown.replaceAll(/\D/g, "") : shown;
}
