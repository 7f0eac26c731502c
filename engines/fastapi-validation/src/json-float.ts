/**
 * A number that JSON wrote with a fraction or an exponent. Python keeps `5.0` apart from `5`, and echoes it so;
 * JavaScript cannot, hence this mark. It never reaches a handler.
 */
export class JsonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A float as Python's `repr` writes it: `5.0`, `1e-07`, `1e+16`. Infinite and NaN have no JSON form. */
export function formatFloat(value: number): string {
  const [mantissa = "0", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, "0");
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
  }
  if (Number.isInteger(value)) return `${Object.is(value, -0) ? "-0" : value}.0`;
  return String(value);
}
