const DATE =
  "\\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)|\\d\\d(0[48]|[2468][048]|[13579][26])-02-29";
const TIME = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)";
const OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOST = `${NAME}(\\.${NAME})*`;
const HEX = "[0-9a-f]{1,4}";

const whole = (...sources: readonly string[]): string[] => sources.map((source) => `^(?:${source})$`);

/**
 * Formats as patterns, for values that have to match others, too: the usual spelling first. They may leave out what is rare,
 * and allow what a check refuses.
 */
export const FORMAT_PATTERNS: { readonly [format: string]: readonly string[] } = {
  date: whole(DATE),
  time: whole(TIME),
  "date-time": whole(`(${DATE})T${TIME}`),
  duration: whole(
    "P(\\d+Y)?(\\d+M)?(\\d+D)?T(\\d+H)?(\\d+M)?\\d+S",
    "P(\\d+W|(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?)",
  ),
  email: whole(
    `[a-z0-9]+([._+-][a-z0-9]+)*@${NAME}(\\.${NAME})*\\.[a-z]{2,}`,
    "[\\w!#$%&'*+/=?^`{|}~-]+(\\.[\\w!#$%&'*+/=?^`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9]+",
  ),
  hostname: whole(HOST, "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*"),
  ipv4: whole(`${OCTET}(\\.${OCTET}){3}`),
  ipv6: whole(`${HEX}(:${HEX}){7}`, `${HEX}(:${HEX}){0,5}::(${HEX})?`, `[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){7}`),
  uri: whole(
    "https://[a-z0-9]+(\\.[a-z]+)+(/[\\w~-][\\w.~-]*)*/?",
    "[a-z][a-z0-9]*://[a-z0-9]+([.-][a-z0-9]+)*(:\\d{1,4})?(/[\\w~-][\\w.~-]*)*/?",
    '[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>"{}|\\\\^`%]+',
  ),
  "uri-reference": whole("(/[\\w.~-]+)*/?", '[^\\s<>"{}|\\\\^`%]*'),
  uuid: whole(
    "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
    "[0-9A-F]{8}-[0-9A-F]{4}-[1-8][0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}",
    "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  ),
  byte: whole("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"),
  "json-pointer": whole("(/([\\w.-]|~[01])*)*"),
};
