import type { ChannelMeans } from './channels.ts'

/** Only the inbox, which needs nothing from the operator. */
export const INBOX_ONLY: ChannelMeans & { readonly pushKey: string | null } = {
  available: ['app'],
  pushKey: null,
  send: async () => ({ state: 'failed', reason: 'This channel is not set up on this server.', permanent: true }),
  refuseUrl: async () => 'Webhooks are not set up on this server.',
}
