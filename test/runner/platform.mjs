/**
 * The only reasons for which a test may be skipped where everything is installed: properties of the platform, which no
 * installation changes, and of a static index, on which tests of the dialog run as well as on the service. With `CI` set,
 * the runner counts a test that is skipped for any other reason as failed.
 */
export const PLATFORM = {
  posix: 'Windows has no such files, modes or signals',
  linux: 'only Linux has these files and limits',
  ipv6: 'this machine has no IPv6',
  mount: 'this process may not mount a file system',
  answers: 'a static index alone answers no questions',
  requests: 'a static index is searched in the page',
}
