import type { alertEndpoints } from './alert-endpoints.ts'
import type { EndpointDocs } from './endpoint-docs.ts'

type AlertId =
  | keyof typeof alertEndpoints
  | 'portfolio.showUnsubscribe'
  | 'portfolio.unsubscribe'
  | 'portfolio.calendarFeed'

/** Documentation of the endpoints of alerts and the calendar. */
export const alertDocs: { readonly [Id in AlertId]: EndpointDocs<Id> } = {
  'portfolio.listAlertRules': {
    summary: 'Lists the user’s alert rules with their state, and the kinds of rules that exist.',
  },
  'portfolio.putAlertRule': {
    summary: 'Adds an alert rule, or replaces one.',
    description:
      'Send version to replace a rule; if it has changed since, the answer is a 409 rule_changed. Repeating a request changes nothing.',
    example: { params: { id: 'delta-aapl' }, body: { kind: 'delta', position_id: 'aapl-2027-01', limit: 0.5 } },
  },
  'portfolio.removeAlertRule': {
    summary: 'Deletes an alert rule; its messages remain.',
    example: { params: { id: 'delta-aapl' } },
  },
  'portfolio.suggestAlertRules': {
    summary: 'Suggests alert rules for a position, a stock, a saved screen, or all positions.',
    example: { query: { position_id: 'aapl-2027-01' } },
  },
  'portfolio.listAlertChannels': { summary: 'Lists the channels that deliver alerts, and the kinds available.' },
  'portfolio.putAlertChannel': {
    summary: 'Adds a channel, or changes one.',
    description:
      'An email address must be confirmed with the code that is sent to it. A webhook’s signing secret is returned only when it is created or renewed. The channel app is the inbox; it always exists.',
    example: { params: { id: 'mail-1' }, body: { kind: 'email', address: 'alice@example.com' } },
  },
  'portfolio.removeAlertChannel': { summary: 'Deletes a channel.', example: { params: { id: 'mail-1' } } },
  'portfolio.verifyAlertChannel': {
    summary: 'Confirms an email address with the code that was sent to it.',
    example: { params: { id: 'mail-1' }, body: { code: '123456' } },
  },
  'portfolio.testAlertChannel': {
    summary: 'Sends a test message at once and reports what happened.',
    example: { params: { id: 'mail-1' } },
  },
  'portfolio.listAlertMessages': {
    summary: 'Lists the messages in the inbox, newest first.',
    example: { query: { limit: 20 } },
  },
  'portfolio.readAlertMessage': { summary: 'Marks a message as read.', example: { params: { id: 'message-1' } } },
  'portfolio.readAllAlertMessages': { summary: 'Marks all messages as read.' },
  'portfolio.countUnreadAlerts': { summary: 'Returns the number of unread messages.' },
  'portfolio.listAlertDeliveries': {
    summary: 'Lists what was sent, what waits and what failed, newest first.',
    example: { query: { limit: 20 } },
  },
  'portfolio.getAlertSettings': { summary: 'Returns the quiet hours and the time of the digest.' },
  'portfolio.putAlertSettings': {
    summary: 'Sets the quiet hours and the time of the digest.',
    example: {
      body: { time_zone: 'America/New_York', quiet_from: '22:00', quiet_to: '07:00', digest_at: null },
    },
  },
  'portfolio.alertPushKey': { summary: 'Returns the public key for push subscriptions; null if push is not set up.' },
  'portfolio.showUnsubscribe': {
    summary: 'Shows the page that stops alerts to an email address.',
    example: { params: { token: 'Zm9yIGV4YW1wbGUgb25seQ' } },
  },
  'portfolio.unsubscribe': {
    summary: 'Stops alerts to an email address with one click (RFC 8058).',
    description: 'The token is the permission. The body, a form of any type, is ignored.',
    example: { params: { token: 'Zm9yIGV4YW1wbGUgb25seQ' } },
  },
  'portfolio.getCalendar': { summary: 'Returns the secret path of the user’s calendar feed.' },
  'portfolio.renewCalendar': { summary: 'Creates a calendar feed, or gives it another secret path.' },
  'portfolio.removeCalendar': { summary: 'Deletes the calendar feed.' },
  'portfolio.calendarFeed': {
    summary: 'Returns expirations, ex-dividend dates and earnings of the user’s positions as iCalendar.',
    description: 'The path is the secret. The feed contains no amounts.',
    example: { params: { token: 'Zm9yIGV4YW1wbGUgb25seQ.ics' } },
  },
}
