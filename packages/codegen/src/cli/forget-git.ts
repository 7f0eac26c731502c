/**
 * Variables by which git takes another repository than that of its folder. A hook of git passes them on to all that it starts: a
 * command or a test that makes a repository of its own would write to that one.
 *
 * @see https://git-scm.com/docs/githooks#_description
 */
const OF_REPOSITORY = [
  "GIT_COMMON_DIR",
  "GIT_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_WORK_TREE",
] as const;

/** Lets git take the repository of its folder, in the processes of an environment. Returns it. */
export function forgetGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of OF_REPOSITORY) delete env[name];
  return env;
}
