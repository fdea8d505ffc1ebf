import type { EndpointRow } from './public-endpoints.ts'

const user = { owner: 'portfolio', access: 'user' } as const

/** Endpoints of alerts and the calendar feed, as plain data. */
export const alertEndpoints = {
  'portfolio.listAlertRules': { method: 'GET', path: '/api/portfolio/alerts/rules', ...user },
  'portfolio.putAlertRule': { method: 'PUT', path: '/api/portfolio/alerts/rules/:id', ...user },
  'portfolio.removeAlertRule': { method: 'DELETE', path: '/api/portfolio/alerts/rules/:id', ...user },
  'portfolio.suggestAlertRules': { method: 'GET', path: '/api/portfolio/alerts/suggestions', ...user },
  'portfolio.listAlertChannels': { method: 'GET', path: '/api/portfolio/alerts/channels', ...user },
  'portfolio.putAlertChannel': {
    method: 'PUT',
    path: '/api/portfolio/alerts/channels/:id',
    ...user,
    deadlineMs: 20_000,
  },
  'portfolio.removeAlertChannel': { method: 'DELETE', path: '/api/portfolio/alerts/channels/:id', ...user },
  'portfolio.verifyAlertChannel': { method: 'POST', path: '/api/portfolio/alerts/channels/:id/verify', ...user },
  'portfolio.testAlertChannel': {
    method: 'POST',
    path: '/api/portfolio/alerts/channels/:id/test',
    ...user,
    deadlineMs: 20_000,
  },
  'portfolio.listAlertMessages': { method: 'GET', path: '/api/portfolio/alerts/messages', ...user },
  'portfolio.readAlertMessage': { method: 'POST', path: '/api/portfolio/alerts/messages/:id/read', ...user },
  'portfolio.readAllAlertMessages': { method: 'POST', path: '/api/portfolio/alerts/messages/read', ...user },
  'portfolio.countUnreadAlerts': { method: 'GET', path: '/api/portfolio/alerts/unread', ...user },
  'portfolio.listAlertDeliveries': { method: 'GET', path: '/api/portfolio/alerts/deliveries', ...user },
  'portfolio.getAlertSettings': { method: 'GET', path: '/api/portfolio/alerts/settings', ...user },
  'portfolio.putAlertSettings': { method: 'PUT', path: '/api/portfolio/alerts/settings', ...user },
  'portfolio.alertPushKey': { method: 'GET', path: '/api/portfolio/alerts/push-key', ...user },
  'portfolio.getCalendar': { method: 'GET', path: '/api/portfolio/calendar', ...user },
  'portfolio.renewCalendar': { method: 'POST', path: '/api/portfolio/calendar', ...user },
  'portfolio.removeCalendar': { method: 'DELETE', path: '/api/portfolio/calendar', ...user },
} as const satisfies Record<string, EndpointRow>
