import type { ChatMessage } from '@callwright/contracts'
import { buildCard, buildMessage, createCoachServer } from '../coach-server.ts'
import { reply } from '../fake-network.ts'
import { screen } from '../queries.ts'
import { renderApp } from '../render-app.tsx'
import { explainNothing, fillings, never, type Walk } from './scene.ts'

/** Opens the page with this conversation in its history. */
function open(...messages: readonly ChatMessage[]) {
  const { network } = createCoachServer()
  network.answer('coach.listHistory', () => reply('coach.listHistory', { status: 'success', messages: [...messages] }))
  const { user } = renderApp('/ai-coach', { network })
  const ask = async () => user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Go{Enter}')
  return { network, user, ask }
}

const answered = (id: string, metadata: ChatMessage['metadata']) =>
  buildMessage({ id, role: 'assistant', content: 'Two fit:', metadata })

export const coachWalks: readonly Walk[] = [
  {
    places: ['coach', 'coachOptions', 'coachStocks'],
    go: async (see) => {
      const row = { strike: 330, expiry: '2026-08-07', delta: 0.299, premium: 4.1, annYield: 16.9 }
      const stock = { symbol: 'QAAA', cc_score: Number(fillings.score) }
      open(
        answered('message-2', buildCard({ type: 'options_table', content: [row] })),
        answered('message-3', buildCard({ type: 'stock_list', content: [stock] })),
      )
      await see('coach')
      await see('coachOptions')
      await see('coachStocks')
    },
  },
  {
    places: ['coachCleared', 'coachFailed', 'coachWaiting'],
    go: async (see) => {
      const { network, user, ask } = open()
      await user.click(await screen.findByRole('button', { name: 'Clear Chat' }))
      await see('coachCleared')
      network.answer('coach.chat', explainNothing)
      await ask()
      await see('coachFailed')
      network.answer('coach.chat', never)
      await ask()
      await see('coachWaiting')
    },
  },
]
