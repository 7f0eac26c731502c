type Child = Node | string | number | undefined;

/** Attributes by name; `true` is an attribute without value, `undefined` and `false` leave it out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element of the page. Texts go in as text, whatever they hold. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(
    ...children.filter((child) => child !== undefined).map((child) => (child instanceof Node ? child : `${child}`)),
  );
  return node;
}

/** A button that does something. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const node = element("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", onClick);
  return node;
}

/** An element that the document has. */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`The page has no element "${id}".`);
  return node as Type;
}

/** Lets the keyboard reach what scrolls and may hold nothing else that can have the focus. */
export function makeScrollable(node: HTMLElement, label: string): void {
  node.tabIndex = 0;
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", label);
}

/** Sets a text where it is another one: an unchanged node is not announced again. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
