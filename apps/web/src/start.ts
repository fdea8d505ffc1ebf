import { askEarly } from './api/early-answers.ts'
import { request } from './api/request.ts'
import { requestScreen } from './api/screen.ts'
import { openBrowserServices } from './api/services.ts'
import { loadAppLayout, loadScreenerPage } from './app/signed-in-pages.ts'
import { findFirstQuestion } from './features/screener/first-question.ts'
import { PHONE } from './shared/breakpoints.ts'
import { SCREENING_PATH } from './shared/paths.ts'

// This file carries no library, so that it runs long before the page can be drawn: it sends for the code of the page and
// for the first answers at once, side by side.
const services = openBrowserServices()
const { pathname, search } = window.location
const isScreener = services.credentials.readToken() !== null && ['/', SCREENING_PATH].includes(pathname)
const isPhone = window.matchMedia(PHONE).matches
const firstScreen = isScreener ? findFirstQuestion(new URLSearchParams(search), isPhone) : null

if (isScreener) {
  // The router waits for these, and tells what could not be loaded.
  for (const page of [loadAppLayout(), loadScreenerPage()]) page.catch(() => {})
}
const questions = [request('auth.me', { attempts: 1 }), ...(firstScreen === null ? [] : [requestScreen(firstScreen)])]
const early = askEarly(services, questions)
void Promise.all([import('./main.tsx'), untilParsed()]).then(([{ openPage }]) => openPage(early, firstScreen))

function untilParsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }))
}
