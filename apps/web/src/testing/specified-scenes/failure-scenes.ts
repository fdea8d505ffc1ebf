import { jest } from '@jest/globals'
import { reportApiAddress } from '../../app/report-error.ts'
import { renderApp } from '../render-app.tsx'
import type { Walk } from './scene.ts'

function Broken(): never {
  throw new Error('The page is broken')
}

/** Collects console output instead of printing it. */
function listenToConsole(): () => string[] {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mock.calls.flat().map(String)
}

export const failureWalks: readonly Walk[] = [
  {
    places: ['errorScreen'],
    go: async (see) => {
      listenToConsole()
      renderApp('/login', { user: null, loadLogin: async () => Broken })
      await see('errorScreen')
    },
  },
  {
    places: ['console'],
    go: async (see) => {
      const readLog = listenToConsole()
      reportApiAddress({
        production: true,
        configured: 'http://localhost:8080',
        pageOrigin: 'https://callwright.example',
      })
      await see('console', readLog)
    },
  },
]
