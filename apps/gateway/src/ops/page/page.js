import { make, setText, time } from './dom.js'
import { buildRunbook, createOverview, createServiceView } from './views.js'

const REFRESH_MS = 5_000
const DRAW_MS = 60_000
const DAY_MS = 86_400_000
const STORED_AS = 'callwright-ops-token'
const content = document.getElementById('content')
const clock = document.getElementById('clock')
const leave = document.getElementById('leave')
const news = document.getElementById('news')
const trouble = document.getElementById('trouble')

const [, , name = ''] = location.pathname.split('/')
let view = null
let timer = null
let lastDescription = ''
let lastUpdate = null
let drawnMs = 0

if (name === 'runbook') void showRunbook()
else start()

function start() {
  readTokenFromUrl()
  if (sessionStorage.getItem(STORED_AS) === null) askForToken('')
  else show()
}

async function showRunbook() {
  const answer = await fetch('/ops/page/runbook.md')
  content.replaceChildren(buildRunbook(await answer.text()))
  document.title = 'Callwright runbook'
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

leave.addEventListener('click', () => {
  sessionStorage.removeItem(STORED_AS)
  askForToken('')
})
/** Reads the token from `/ops#<token>` and removes it from the URL. Browsers never send fragments to the server. */
function readTokenFromUrl() {
  const given = decodeURIComponent(location.hash.slice(1))
  if (given.length < 16) return
  sessionStorage.setItem(STORED_AS, given)
  history.replaceState(null, '', location.pathname)
}

function askForToken(problem) {
  clearTimeout(timer)
  view = null
  leave.hidden = true
  trouble.hidden = true
  setText(clock, '')
  document.title = 'Callwright health'
  const field = make('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    required: '',
    spellcheck: 'false',
    'aria-describedby': 'hint problem',
  })
  const form = make(
    'form',
    { class: 'entry' },
    make('h1', {}, 'Service health'),
    make('label', { for: 'token' }, 'Ops token'),
    field,
    make(
      'p',
      { id: 'hint', class: 'hint' },
      'Find it in secrets/ops-token in the data folder, or in OPS_TOKEN. It is kept until you close this tab.',
    ),
    make('p', { id: 'problem', class: 'problem', role: 'alert' }, problem),
    make('button', { class: 'button first', type: 'submit' }, 'Sign in'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    sessionStorage.setItem(STORED_AS, field.value.trim())
    show()
  })
  content.replaceChildren(form)
  field.focus()
}

function show() {
  view = name === '' ? createOverview() : createServiceView(name)
  drawnMs = 0
  leave.hidden = false
  content.replaceChildren(make('p', { class: 'empty' }, 'Loading…'))
  void refresh()
}

async function refresh() {
  clearTimeout(timer)
  const shown = view
  const answer = await ask('/ops/api/summary')
  // The user may have switched to the sign-in form in the meantime.
  if (shown !== view) return
  if (answer.status === 401) {
    sessionStorage.removeItem(STORED_AS)
    askForToken('Incorrect token. Check it and try again.')
    return
  }
  if (answer.data === null) showError(answer.detail)
  else {
    present(shown, answer.data)
    await drawCharts(shown)
  }
  timer = setTimeout(() => void refresh(), REFRESH_MS)
}

/** Charts have a point per minute, so they are loaded once per minute. */
async function drawCharts(shown) {
  if (shown.draw === undefined || Date.now() - drawnMs < DRAW_MS) return
  const { data } = await ask(`/ops/api/services/${shown.name}`)
  if (data === null || shown !== view) return
  drawnMs = Date.now()
  shown.draw(data)
}

function present(shown, data) {
  lastUpdate = data.generatedAt
  trouble.hidden = true
  shown.update(data)
  if (!content.contains(shown.root)) content.replaceChildren(shown.root)
  const isShort = new Date(data.generatedAt) - new Date(data.watchedSince) < DAY_MS
  setText(clock, `As of ${time(data.generatedAt)}${isShort ? `, history since ${time(data.watchedSince)}` : ''}`)
  const description = shown.describe(data)
  document.title = `${description} · Callwright health`
  if (lastDescription !== '' && lastDescription !== description) setText(news, description)
  lastDescription = description
}

/** Shows an error and keeps the last known figures. */
function showError(detail) {
  const sentence = detail ?? 'The gateway is not responding. Retrying automatically.'
  setText(trouble, lastUpdate === null ? sentence : `${sentence} Showing data from ${time(lastUpdate)}.`)
  trouble.hidden = false
}

async function ask(path) {
  try {
    const headers = { authorization: `Bearer ${sessionStorage.getItem(STORED_AS)}` }
    const answer = await fetch(path, { headers, signal: AbortSignal.timeout(REFRESH_MS), cache: 'no-store' })
    const body = await answer.json()
    return { status: answer.status, data: answer.ok ? body : null, detail: body.detail }
  } catch {
    return { status: 0, data: null, detail: null }
  }
}
