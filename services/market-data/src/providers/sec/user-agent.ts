/** The SEC rejects callers without an identity: `Example Research ops@example.com`. */
const USER_AGENT = /^[!-~]+( [!-~]+)* [^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Describes an invalid User-Agent for the operator; null if it is valid. */
export function findUserAgentProblem(setting: string, userAgent: string): string | null {
  const wanted = 'the SEC wants a name and an address to write to, such as "Example Research ops@example.com"'
  if (userAgent.trim() === '') return `${setting} is not set; ${wanted}`
  return USER_AGENT.test(userAgent.trim()) ? null : `${setting} is not as it must be; ${wanted}`
}
