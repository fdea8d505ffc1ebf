import './matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

afterEach(() => document.body.replaceChildren())

/** A page of one button, styled by a sheet. */
function openPage(css: string) {
  document.body.innerHTML = `<style>${css}</style><main><p class="gone away" data-part="a b"><button>Buy</button></p></main>`
  return { paragraph: document.querySelector('p'), findButton: () => screen.queryByRole('button', { name: 'Buy' }) }
}

describe('a rule of a style sheet', () => {
  test.each(['p', '*', '.gone', '.away.gone', 'main > p', 'b, p', ':is(b, p)', 'p:not(.here)', '[data-part="a b"]'])(
    '%s takes what it matches from the queries',
    (selector) => {
      expect(openPage(`${selector} { display: none }`).findButton()).toBeNull()
    },
  )

  test.each(['b', '.go', '.gone.here', 'main > b', ':root.gone', 'p:not(.gone)', '[data-part="a"]', 'p.gone + p'])(
    '%s leaves what it does not match',
    (selector) => {
      expect(openPage(`${selector} { display: none }`).findButton()).toBeVisible()
    },
  )
})

test('what is hidden and shown after the first look is seen so at the next', () => {
  const { paragraph, findButton } = openPage('.hidden { visibility: hidden }')
  const button = findButton()
  expect(button).toBeVisible()
  paragraph?.classList.add('hidden')
  expect(findButton()).toBeNull()
  expect(button).not.toBeVisible()
  paragraph?.classList.remove('hidden')
  expect(findButton()).toBeVisible()
  paragraph?.setAttribute('hidden', '')
  expect(findButton()).toBeNull()
  paragraph?.removeAttribute('hidden')
  paragraph?.style.setProperty('display', 'none')
  expect(findButton()).toBeNull()
})

test('what takes no presses cannot be clicked', async () => {
  const { findButton } = openPage('main { pointer-events: none }')
  await expect(userEvent.setup().click(findButton() ?? document.body)).rejects.toThrow('pointer-events: none')
})

test('a look that finds nothing in time shows the document', async () => {
  openPage('')
  await expect(screen.findByText('Sell', undefined, { timeout: 1 })).rejects.toThrow(/<button>/)
})
