/** Actions by commit: a tag can be moved. */
const CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2";
const SETUP_NODE = "actions/setup-node@2028fbc5c25fe9cf00d9f06a71cc4710d4507903 # v6.0.0";

const UPLOAD = "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2";
const DOWNLOAD = "actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093 # v4.3.0";

/** The steps that every job begins with: the checkout, Node.js, what is installed. */
function preparation(node: string, more = ""): string {
  return `      - uses: ${CHECKOUT}
        with:
          persist-credentials: false${more}
      - uses: ${SETUP_NODE}
        with:
          node-version: ${node}
          package-manager-cache: false
      - run: npx -y pnpm@12 install --frozen-lockfile`;
}

const NODE = '"24"';

const GH_TOKEN = `        env:
          GH_TOKEN: \${{ github.token }}`;

/** `.github/workflows/ci.yml`. */
const CI_WORKFLOW = `name: ci

on:
  push:
    branches: [main]
  pull_request:

permissions: {}

concurrency:
  group: ci-\${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  test:
    name: test (Node \${{ matrix.node }})
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    permissions:
      contents: read
    strategy:
      fail-fast: false
      matrix:
        node: ["20", "22", "24"]
    steps:
${preparation(`\${{ matrix.node }}`)}
      - run: npx -y pnpm@12 start
      - run: npx -y pnpm@12 test
      - run: npx -y pnpm@12 docs:build
`;

/** `.github/workflows/release.yml`: a pull request with the next version is kept open; merging it publishes. */
const RELEASE_WORKFLOW = `name: release

on:
  push:
    branches: [main]

permissions: {}

# A release is never broken off for the next one.
concurrency:
  group: release
  cancel-in-progress: false

jobs:
  # Keeps a pull request open that turns the waiting changesets into a version.
  propose:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: write
      pull-requests: write
    steps:
${preparation(
  NODE,
  `
          # The changelogs name the commits that the changesets came with.
          fetch-depth: 0`,
)}
      - run: npx -y pnpm@12 exec svc-codegen propose release
${GH_TOKEN}

  rehearse:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read
    steps:
${preparation(NODE)}
      - run: npx -y pnpm@12 release:rehearse

  # Does nothing while changesets wait for a version, and where the version is published already.
  publish:
    needs: [rehearse]
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    # npm trusts this workflow in this environment; who may release is a rule of the environment.
    environment: npm
    permissions:
      contents: write
      id-token: write
    steps:
${preparation(NODE)}
      - run: npx -y pnpm@12 test
      - run: npx -y pnpm@12 release:publish
${GH_TOKEN}
`;

/** `.github/workflows/bump.yml`: a pull request for each new version of the document. */
const BUMP_WORKFLOW = `name: bump

on:
  schedule:
    - cron: "17 5 * * *"
  workflow_dispatch:

permissions: {}

concurrency:
  group: bump
  cancel-in-progress: false

jobs:
  # Tools run over a document that nobody has reviewed: without a token, and with nothing to write to but a patch.
  bump:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    permissions:
      contents: read
    steps:
${preparation(NODE)}
      - run: npx -y pnpm@12 exec svc-codegen propose bump "$PROPOSAL" "$DOCUMENT_URL"
        env:
          DOCUMENT_URL: \${{ vars.DOCUMENT_URL }}
          PROPOSAL: \${{ runner.temp }}/proposal
      - uses: ${UPLOAD}
        with:
          name: proposal
          path: \${{ runner.temp }}/proposal
          if-no-files-found: ignore

  # Opens a pull request when the document at the address in the repository's variable DOCUMENT_URL has changed. Only git reads the patch.
  propose:
    needs: [bump]
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: write
      pull-requests: write
    steps:
${preparation(NODE)}
      - uses: ${DOWNLOAD}
        with:
          pattern: proposal
          merge-multiple: true
          path: \${{ runner.temp }}/proposal
      - run: npx -y pnpm@12 exec svc-codegen propose changes "$PROPOSAL"
${GH_TOKEN}
          PROPOSAL: \${{ runner.temp }}/proposal
`;

/** Workflows of a repository by their files in `.github/workflows`. */
export const WORKFLOWS: { readonly [file: string]: string } = {
  "bump.yml": BUMP_WORKFLOW,
  "ci.yml": CI_WORKFLOW,
  "release.yml": RELEASE_WORKFLOW,
};
