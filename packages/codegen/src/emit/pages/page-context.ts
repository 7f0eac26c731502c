import type { Model, Operation } from "@svc/model";
import { codeBlock, join, type Markdown, md } from "../../quote/index.ts";
import type { SdkName } from "../sdk-name.ts";
import type { Target } from "../target.ts";

/** Facts that all pages of one document share. */
export interface PageContext {
  readonly model: Model;
  readonly sdk: SdkName;
  /** How lists are iterated where a configuration says so. */
  readonly pagination?: Target["pagination"] | undefined;
  /** Modules that code of the pages imports. */
  readonly modules: { readonly client: string; readonly testing: string; readonly build: string };
  /** Command that starts the fake at {@link FAKE_URL}. */
  readonly fake: string;
  /** Begins each page. */
  readonly banner: Markdown;
  /** Path of the list of operations. */
  readonly list: string;
  /** Folder of the pages, beside the list: empty, or with a slash at its end. */
  readonly folder: string;
  /** Address of the list of unknowns, as a page leads to it. */
  readonly unknowns: string;
  readonly layout: PageLayout;
}

/** Markup for the tool that shows the pages. */
export interface PageLayout {
  /** The same in several languages. */
  readonly tabs: (samples: readonly Sample[]) => Markdown;
  /** Sections that stand beside the others. */
  readonly aside: (sections: Markdown) => Markdown;
  /** Items of a list, each with blocks of its own. */
  readonly members: (items: readonly Markdown[]) => Markdown;
  /** Address of the page of an error class. @default none has one */
  readonly errorPage?: (name: string) => string;
  /** Where a call is tried, as the sentence after the one that names the fake. @default nowhere */
  readonly tryIt?: (operation: Operation) => Markdown;
}

/** A call in one language. */
export interface Sample {
  readonly label: "TypeScript" | "curl" | "Python";
  readonly language: "ts" | "sh";
  readonly text: string;
}

/** Markdown and nothing else: for hosts of repositories, and for readers of plain text. */
export const PLAIN: PageLayout = {
  tabs: (samples) =>
    join(
      samples.map(({ text, language }) => codeBlock(text, language)),
      "\n\n",
    ),
  aside: (sections) => sections,
  members: (items) => md`

    ${items}
  `,
};

/** Base URL of the calls on the pages, and address of the fake that answers them. */
export const FAKE_URL = "http://127.0.0.1:4010";
