/** The page's style: light and dark by the reader's setting, no fonts or images from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2128; --dim: #59636e; --paper: #fff; --card: #f6f8fa; --line: #d1d9e0;
  --major: #b3261e; --minor: #7a5200; --patch: #1a6b3a; --code: #eaeef2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --dim: #9198a1; --paper: #0d1117; --card: #151b23;
  --line: #3d444d; --major: #ff8a80; --minor: #e3b341; --patch: #56d364; --code: #262c36; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
header p { margin: .25rem 0; color: var(--dim); }
code { font: .9em ui-monospace, monospace; background: var(--code); border-radius: 4px; padding: .1em .3em;
  overflow-wrap: anywhere; }
.show { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; padding: .6rem 1rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; position: sticky; top: 0; }
.show label { cursor: pointer; }
body:has(#major:not(:checked)) .change.major, body:has(#minor:not(:checked)) .change.minor,
body:has(#patch:not(:checked)) .change.patch { display: none; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; }
summary { cursor: pointer; padding: .5rem .8rem; background: var(--card); border-radius: 6px; font-weight: 600;
  overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0 .8rem; }
.change { padding: .6rem 0; border-top: 1px solid var(--line); }
.change:first-child { border-top: 0; }
.change p { margin: 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .3rem 0 0; font-size: .9rem; }
dt { color: var(--dim); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; min-width: 3.6rem; padding: 0 .4rem; margin-right: .3rem; border: 1px solid currentColor;
  border-radius: 999px; font-size: .8rem; font-weight: 600; text-align: center; }
.badge.major { color: var(--major); } .badge.minor { color: var(--minor); } .badge.patch { color: var(--patch); }
.badge.none { color: var(--dim); }
.from { color: var(--major); } .to { color: var(--patch); }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } dt { margin-top: .3rem; } }
`;
