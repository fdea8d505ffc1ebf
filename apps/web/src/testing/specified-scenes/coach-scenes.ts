import type { ChatMessage } from '@callwright/contracts'
import { screen } from '@testing-library/react'
import { buildCard, buildMessage, createCoachServer } from '../coach-server.ts'
import { reply } from '../fake-network.ts'
import { readTexts } from '../read-texts.ts'
import { renderApp } from '../render-app.tsx'
import { explainNothing, fillings, never, type Scene } from './scene.ts'

/** The page after this conversation. */
function open(...messages: readonly ChatMessage[]) {
  const { network } = createCoachServer()
  network.answer('coach.listHistory', () => reply('coach.listHistory', { status: 'success', messages: [...messages] }))
  return renderApp('/ai-coach', { network })
}

async function ask(answer: Parameters<ReturnType<typeof createCoachServer>['network']['answer']>[1]) {
  const { network, user } = open()
  network.answer('coach.chat', answer)
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Go{Enter}')
  return readTexts
}

const answered = (metadata: ChatMessage['metadata']) =>
  buildMessage({ id: 'message-2', role: 'assistant', content: 'Two fit:', metadata })

export const coachScenes = {
  coach: async () => {
    open()
    return readTexts
  },
  coachWaiting: () => ask(never),
  coachOptions: async () => {
    const row = { strike: 330, expiry: '2026-08-07', delta: 0.299, premium: 4.1, annYield: 16.9 }
    open(answered(buildCard({ type: 'options_table', content: [row] })))
    return readTexts
  },
  coachStocks: async () => {
    const content = [{ symbol: 'QAAA', cc_score: Number(fillings.score) }]
    open(answered(buildCard({ type: 'stock_list', content })))
    return readTexts
  },
  coachFailed: () => ask(explainNothing),
  coachCleared: async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Clear Chat' }))
    return readTexts
  },
} satisfies Readonly<Record<string, Scene>>
