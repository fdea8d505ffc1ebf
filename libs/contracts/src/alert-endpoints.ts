import type { Access, EndpointRow, HttpMethod } from './public-endpoints.ts'

const PREFIX = '/api/portfolio/'
/** Time for a mail server or another receiver to answer. */
const SENDING_MS = 20_000

/** Method, end of the path and any longer deadline. */
type ShortRow = readonly [method: HttpMethod, end: string, deadlineMs?: number]
type Row<A extends Access> = EndpointRow & { readonly owner: 'portfolio'; readonly access: A }

/** Builds rows. They are written in short, because the browser loads them with its first page. */
function define<const A extends Access, Id extends string>(
  access: A,
  rows: Readonly<Record<Id, ShortRow>>,
): Readonly<Record<Id, Row<A>>> {
  const build = ([method, end, deadlineMs]: ShortRow): Row<A> => ({
    ...{ method, path: PREFIX + end, owner: 'portfolio', access },
    ...(deadlineMs !== undefined && { deadlineMs }),
  })
  const built = Object.entries<ShortRow>(rows).map(([id, row]) => [id, build(row)])
  return Object.fromEntries(built) as Record<Id, Row<A>>
}

/** Endpoints of alerts and the calendar feed, as plain data. */
export const alertEndpoints = {
  ...define('user', {
    'portfolio.listAlertRules': ['GET', 'alerts/rules'],
    'portfolio.putAlertRule': ['PUT', 'alerts/rules/:id'],
    'portfolio.removeAlertRule': ['DELETE', 'alerts/rules/:id'],
    'portfolio.suggestAlertRules': ['GET', 'alerts/suggestions'],
    'portfolio.listAlertChannels': ['GET', 'alerts/channels'],
    'portfolio.putAlertChannel': ['PUT', 'alerts/channels/:id', SENDING_MS],
    'portfolio.removeAlertChannel': ['DELETE', 'alerts/channels/:id'],
    'portfolio.verifyAlertChannel': ['POST', 'alerts/channels/:id/verify'],
    'portfolio.testAlertChannel': ['POST', 'alerts/channels/:id/test', SENDING_MS],
    'portfolio.listAlertMessages': ['GET', 'alerts/messages'],
    'portfolio.readAlertMessage': ['POST', 'alerts/messages/:id/read'],
    'portfolio.readAllAlertMessages': ['POST', 'alerts/messages/read'],
    'portfolio.countUnreadAlerts': ['GET', 'alerts/unread'],
    'portfolio.listAlertDeliveries': ['GET', 'alerts/deliveries'],
    'portfolio.getAlertSettings': ['GET', 'alerts/settings'],
    'portfolio.putAlertSettings': ['PUT', 'alerts/settings'],
    'portfolio.alertPushKey': ['GET', 'alerts/push-key'],
    'portfolio.getCalendar': ['GET', 'calendar'],
    'portfolio.renewCalendar': ['POST', 'calendar'],
    'portfolio.removeCalendar': ['DELETE', 'calendar'],
  }),
  ...define('public', {
    'portfolio.showUnsubscribe': ['GET', 'alerts/unsubscribe/:token'],
    'portfolio.unsubscribe': ['POST', 'alerts/unsubscribe/:token'],
    'portfolio.calendarFeed': ['GET', 'calendar/:token'],
  }),
}
