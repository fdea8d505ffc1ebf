/** The SEC refuses callers that do not say who they are: `Example Research ops@example.com`. */
const USER_AGENT = /^[!-~]+( [!-~]+)* [^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** What is wrong with the User-Agent for the SEC, a sentence for the operator; null where nothing is. */
export function findUserAgentProblem(setting: string, userAgent: string): string | null {
  const wanted = 'the SEC wants a name and an address to write to, such as "Example Research ops@example.com"'
  if (userAgent.trim() === '') return `${setting} is not set; ${wanted}`
  return USER_AGENT.test(userAgent.trim()) ? null : `${setting} is not as it must be; ${wanted}`
}
