// Progressive enhancement: search, keyboard shortcuts, copy buttons, and opening the section that a link points to.
const search = document.querySelector('#search')
const found = document.querySelector('#found')
const entries = [...document.querySelectorAll('details.endpoint')]
const introduction = document.querySelectorAll('.lead, .rules')
const groups = [...document.querySelectorAll('section.group')]
const links = new Map([...document.querySelectorAll('nav [data-for]')].map((link) => [link.dataset.for, link]))

for (const part of document.querySelectorAll('[data-search], [data-tools], [data-copy]')) part.hidden = false

for (const command of document.querySelectorAll('[data-command]')) {
  command.textContent = command.textContent.replace('$HOST', location.origin)
}

function showMatches() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let endpoints = 0
  for (const entry of entries) {
    const matches = words.every((word) => entry.dataset.words.includes(word))
    entry.hidden = !matches
    const link = links.get(entry.id)
    if (link) link.hidden = !matches
    if (matches && link) endpoints += 1
  }
  for (const group of groups) group.hidden = !group.querySelector('details.endpoint:not([hidden])')
  for (const part of introduction) part.hidden = words.length > 0
  found.textContent = words.length === 0 ? '' : endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
}

function clearSearch() {
  search.value = ''
  showMatches()
}

/** Opens the section in the URL's fragment, and clears the search if it hides that section. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(target instanceof HTMLDetailsElement)) return
  if (target.hidden) clearSearch()
  target.open = true
  target.scrollIntoView()
  target.querySelector('summary').focus({ preventScroll: true })
}

const visibleSummaries = () => entries.filter((entry) => !entry.hidden).map((entry) => entry.querySelector('summary'))

function moveFocus(step) {
  const summaries = visibleSummaries()
  const index = summaries.indexOf(document.activeElement)
  if (index === 0 && step < 0) return search.focus()
  summaries[index === -1 ? 0 : index + step]?.focus()
}

function openAll(open) {
  for (const entry of entries) if (!entry.hidden) entry.open = open
}

search.addEventListener('input', showMatches)
document.querySelector('[data-open-all]').addEventListener('click', () => openAll(true))
document.querySelector('[data-close-all]').addEventListener('click', () => openAll(false))
addEventListener('hashchange', openTarget)
openTarget()

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { target, key } = event
  const isTyping = target === search
  if (key === '/' && !isTyping) search.focus()
  else if (key === 'Escape' && isTyping) clearSearch()
  else if (key === 'ArrowDown' && (isTyping || target.matches('summary'))) moveFocus(1)
  else if (key === 'ArrowUp' && target.matches('summary')) moveFocus(-1)
  else return
  event.preventDefault()
})

addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.matches('[data-copy]')) return
  const command = target.parentElement.querySelector('[data-command]')
  const isCopied = await navigator.clipboard.writeText(command.textContent).then(
    () => true,
    () => false,
  )
  // Without clipboard access, select the command so that the user can copy it.
  if (!isCopied) getSelection().selectAllChildren(command)
  target.textContent = isCopied ? 'Copied' : 'Selected'
  found.textContent = isCopied ? 'Command copied' : 'Command selected'
})
