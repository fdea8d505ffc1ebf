import { jest } from '@jest/globals'
import { reportApiAddress } from '../../app/api-address.ts'
import { readTexts } from '../read-texts.ts'
import { renderApp } from '../render-app.tsx'
import type { Scene } from './scene.ts'

function Broken(): never {
  throw new Error('The page is broken')
}

/** What goes to the console, which stays silent meanwhile. */
function listenToConsole(): () => string[] {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mock.calls.flat().map(String)
}

export const failureScenes = {
  errorScreen: async () => {
    listenToConsole()
    renderApp('/login', { user: null, loadLogin: async () => Broken })
    return readTexts
  },
  console: async () => {
    const readLog = listenToConsole()
    reportApiAddress({
      production: true,
      configured: 'http://localhost:8080',
      pageOrigin: 'https://callwright.example',
    })
    return readLog
  },
} as const satisfies Readonly<Record<string, Scene>>
