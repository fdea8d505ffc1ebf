import './matchers.ts'
import { afterEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { screen } from './queries.ts'
import { readTexts } from './read-texts.ts'
import { closeApp } from './render-app.tsx'
import { closePart } from './render-part.tsx'
import { coachWalks } from './specified-scenes/coach-scenes.ts'
import { entryWalks } from './specified-scenes/entry-scenes.tsx'
import { failureWalks } from './specified-scenes/failure-scenes.ts'
import { marketWalks } from './specified-scenes/market-scenes.ts'
import { portfolioWalks } from './specified-scenes/portfolio-scenes.ts'
import { fillings, type See } from './specified-scenes/scene.ts'
import { type SpecifiedPlace, specifiedTexts } from './specified-texts.ts'

afterEach(() => {
  closePart()
  closeApp()
  jest.restoreAllMocks()
})

const walks = [...entryWalks, ...marketWalks, ...portfolioWalks, ...coachWalks, ...failureWalks]

const fillIn = (text: string) =>
  Object.entries(fillings).reduce((filled, [name, words]) => filled.replace(`{${name}}`, words), text)

test('exactly one walk visits each place', () => {
  expect(walks.flatMap(({ places }) => places).toSorted()).toEqual(Object.keys(specifiedTexts).toSorted())
})

test.each(walks.map((walk) => [walk.places.join(', '), walk] as const))(
  'shows the specified texts word for word: %s',
  async (_places, { places, go }) => {
    const seen: SpecifiedPlace[] = []
    const see: See = async (place, read = readTexts) => {
      const texts: readonly string[] = specifiedTexts[place]
      const seekMissing = () => {
        const there = new Set(read())
        expect({ place, missing: texts.map(fillIn).filter((text) => !there.has(text)) }).toEqual({ place, missing: [] })
      }
      // Reports only the missing texts; printing the page would bury them.
      await waitFor(seekMissing, { onTimeout: (error) => error })
      seen.push(place)
    }
    await go(see)
    expect(seen).toEqual(places)
  },
)

test('a failed query prints the document', async () => {
  document.body.innerHTML = '<main><button>Buy</button></main>'
  await expect(screen.findByText('Sell', undefined, { timeout: 1 })).rejects.toThrow(/<button>/)
  document.body.replaceChildren()
})
