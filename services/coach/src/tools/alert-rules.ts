import Type from 'typebox'
import { cleanText, count, defineTool, ownStamp } from './tool.ts'

const MAX_ROWS = 30
const MAX_SENTENCE = 200

const maybeSentence = (text: string | null | undefined) => (text == null ? null : cleanText(text, MAX_SENTENCE))

export const alertRules = defineTool({
  name: 'alert_rules',
  description:
    'The user’s alert rules with their state and last message, the number of unread messages, and where the user sets ' +
    'rules: on the Alerts page. No tool can set one.',
  args: {},
  result: {
    rules: count('Rules that are set'),
    active: count('Rules that are switched on'),
    unread: count('Unread messages'),
    channels: Type.Array(Type.String(), { description: 'Channels that are switched on' }),
    rows: Type.Array(
      Type.Object({
        rule: Type.String(),
        on: Type.Boolean(),
        state: Type.String({ description: 'waiting, holds, does_not_hold, unknown or gone' }),
        note: Type.Union([Type.String(), Type.Null()]),
        last_message: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    note: Type.String(),
  },
  run: async (_args, { ask }) => {
    const [{ rules }, { unread }, { channels }] = await Promise.all([
      ask('portfolio.listAlertRules'),
      ask('portfolio.countUnreadAlerts'),
      ask('portfolio.listAlertChannels'),
    ])
    return {
      rules: rules.length,
      active: rules.filter(({ enabled }) => enabled).length,
      unread,
      channels: channels.filter(({ enabled, verified }) => enabled && verified).map(({ name }) => cleanText(name)),
      rows: rules.slice(0, MAX_ROWS).map(({ sentence, enabled, state, state_note, last_message }) => ({
        rule: cleanText(sentence, MAX_SENTENCE),
        on: enabled,
        state,
        note: maybeSentence(state_note),
        last_message: maybeSentence(last_message?.sentence),
      })),
      note: 'Set, change and switch off alerts on the Alerts page. Positions and saved screens suggest rules there.',
      ...ownStamp('your alerts'),
    }
  },
})
