/** The SEC rejects callers without an identity: `Example Research ops@example.com`. */
const USER_AGENT = /^[!-~]+( [!-~]+)* [^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Describes an invalid User-Agent for the operator; null if it is valid. */
export function findUserAgentProblem(setting: string, userAgent: string): string | null {
  const wanted = 'the SEC requires a name and an email address, such as "Example Research ops@example.com"'
  if (userAgent.trim() === '') return `${setting} is not set; ${wanted}`
  return USER_AGENT.test(userAgent.trim()) ? null : `${setting} is invalid; ${wanted}`
}
