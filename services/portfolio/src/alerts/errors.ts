import { MAX_ALERT_CHANNELS, MAX_ALERT_RULES } from '@callwright/contracts'
import { badRequest, conflict, notFound, tooManyRequests } from '@callwright/service'

export const unknownRule = () => notFound('unknown_alert_rule', 'Alert rule not found.')
export const unknownChannel = () => notFound('unknown_alert_channel', 'Alert channel not found.')
export const unknownMessage = () => notFound('unknown_alert_message', 'Message not found.')
export const unknownLink = () => notFound('unknown_link', 'This link is not valid any more.')
export const unknownCalendar = () => notFound('unknown_calendar', 'This calendar does not exist any more.')
export const unknownScreen = () => notFound('unknown_screen', 'Saved screen not found.')

export const ruleChanged = () =>
  conflict('rule_changed', 'This rule has changed since you opened it. Reload the page and try again.')
export const tooManyRules = () =>
  conflict('too_many_alert_rules', `You already have ${MAX_ALERT_RULES} alert rules. Delete one first.`)
export const tooManyChannels = () =>
  conflict('too_many_alert_channels', `You already have ${MAX_ALERT_CHANNELS} channels. Delete one first.`)
export const otherKind = () =>
  conflict('other_kind', 'A channel with this id has another kind. Reload the page and try again.')
export const notAvailable = (name: string) =>
  conflict('channel_not_available', `${name} alerts are not set up on this server.`)
export const notVerified = () => conflict('channel_not_verified', 'Confirm the email address first.')
export const wrongCode = () => conflict('wrong_code', 'This code is not correct or has expired.')

export const invalid = (field: string, detail: string) =>
  badRequest('validation', `${field} ${detail}.`, [{ field, detail }])
export const refusedUrl = (field: string, reason: string) =>
  badRequest('refused_url', reason, [{ field, detail: reason }])

export const tooManyCodes = (seconds: number) =>
  tooManyRequests('Wait a minute before you ask for another code.', seconds)
export const tooManyCodesThisHour = () =>
  tooManyRequests('Too many codes were sent. Ask for another one in an hour.', 3_600)
export const tooManyTries = () => tooManyRequests('Too many wrong codes. Ask for another code.', 60)
export const tooManyTests = (seconds: number) =>
  tooManyRequests('Wait a few seconds before you send another test.', seconds)
