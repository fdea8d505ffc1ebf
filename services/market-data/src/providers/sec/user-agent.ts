/** The SEC rejects callers that do not identify themselves: `Example Research ops@example.com`. */
const USER_AGENT = /^[!-~]+( [!-~]+)* [^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Describes, for the operator, what is wrong with a User-Agent; null if it is valid. */
export function findUserAgentProblem(setting: string, userAgent: string): string | null {
  const wanted = 'the SEC requires a name and an email address, such as "Example Research ops@example.com"'
  if (userAgent.trim() === '') return `${setting} is not set; ${wanted}`
  return USER_AGENT.test(userAgent.trim()) ? null : `${setting} is invalid; ${wanted}`
}
