/** Actions by commit: a tag can be moved. */
const CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2";
const SETUP_NODE = "actions/setup-node@2028fbc5c25fe9cf00d9f06a71cc4710d4507903 # v6.0.0";

/** `.github/workflows/ci.yml`. */
export const CI_WORKFLOW = `name: ci

on:
  push:
    branches: [main]
  pull_request:

permissions: {}

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
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${SETUP_NODE}
        with:
          node-version: \${{ matrix.node }}
          package-manager-cache: false
      - run: npx -y pnpm@12 install --frozen-lockfile
      - run: npx -y pnpm@12 start
      - run: npx -y pnpm@12 test
      - run: npx -y pnpm@12 docs:build
`;

/** `.github/workflows/release.yml`: a pull request with the next version is kept open; merging it publishes. */
export const RELEASE_WORKFLOW = `name: release

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
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
          # The changelogs name the commits that the changesets came with.
          fetch-depth: 0
      - uses: ${SETUP_NODE}
        with:
          node-version: "24"
          package-manager-cache: false
      - run: npx -y pnpm@12 install --frozen-lockfile
      - run: npx -y pnpm@12 release:version
      - run: npx -y pnpm@12 install --lockfile-only
      - name: open the pull request, or bring it up to date
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          if [ -z "$(git status --porcelain)" ]; then exit 0; fi
          gh auth setup-git
          git config user.name "github-actions[bot]"
          git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
          git switch --force-create release-next
          git add --all
          git commit --message "Release the next version"
          git push --force origin HEAD:refs/heads/release-next
          gh pr create --head release-next --base main --fill || gh pr edit release-next --title "Release the next version"

  # Does nothing where the version is published already.
  publish:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    # npm trusts this workflow in this environment; who may release is a rule of the environment.
    environment: npm
    permissions:
      contents: write
      id-token: write
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${SETUP_NODE}
        with:
          node-version: "24"
          package-manager-cache: false
      - run: npx -y pnpm@12 install --frozen-lockfile
      - run: npx -y pnpm@12 test
      - name: publish, unless changesets wait for a version
        run: |
          if ls .changeset/*.md | grep --invert-match --quiet README.md; then exit 0; fi
          npx -y pnpm@12 release:publish
`;
