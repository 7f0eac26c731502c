/** Lists the webhooks that were sent, and sends one again. */
export const DELIVERIES: string = `function drawDeliveries(deliveries) {
  const nodes = deliveries.map(({ id, name, at, attempts, outcome, isDelivered }) => {
    const box = make("div", undefined, "head");
    const text = name + " \u00b7 " + (attempts > 1 ? attempts + " attempts \u00b7 " : "") + outcome;
    const label = make("span", text, isDelivered ? "" : "warn");
    label.title = id + (at ? " at " + at : "");
    const action = "Send again " + name + " " + id;
    box.append(label, act("Send again", action, async () => {
      await drive("resend", { id }, "Sent again: " + name + ".");
      [...$("deliveries").querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === action)?.focus();
    }));
    return box;
  });
  $("deliveries").replaceChildren(...(nodes.length > 0 ? nodes : [make("p", "None was sent.", "muted")]));
}
`;
