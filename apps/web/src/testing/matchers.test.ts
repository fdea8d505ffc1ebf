import './matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'

afterEach(() => document.body.replaceChildren())

test('a look that finds nothing in time shows the document', async () => {
  document.body.innerHTML = '<main><button>Buy</button></main>'
  await expect(screen.findByText('Sell', undefined, { timeout: 1 })).rejects.toThrow(/<button>/)
})
