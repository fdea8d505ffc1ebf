import { describe, expect, test } from '@jest/globals'
import { describePlace, extractStrikePlaces, readPlaces } from './strike-places.ts'

describe('strikes counted from the price', () => {
  test.each([
    ['first strike above the price on §', [1]],
    ['the nearest out of the money call on §', [1]],
    ['one strike in the money', [-1]],
    ['2 strikes out of the money', [2]],
    ['strike right above the stock price', [1]],
    ['strike the first above the price', [1]],
    ['the strike closest to the current price', [0]],
    ['1 strike in the money against 1 strike out of the money', [-1, 1]],
  ])('are read: %s', (text, places) => {
    expect(extractStrikePlaces(text).places).toEqual(places)
  })

  test.each([
    ['first 3 strikes above the price of §', 1, 3],
    ['the 3 closest strikes', 0, 3],
    ['the 3 nearest otm strikes', 1, 3],
    ['4 strikes around the price', 0, 4],
    ['3 otm calls on §', 1, 3],
  ])('are read in a row: %s', (text, place, count) => {
    expect(extractStrikePlaces(text)).toMatchObject({ places: [place], count })
  })

  test.each(['calls above 50', 'the first call on §', '5% out of the money', 'next month in the money'])(
    'are not read: %s',
    (text) => {
      expect(extractStrikePlaces(text)).toEqual({ places: [], text })
    },
  )

  test('leave the rest of the text', () => {
    expect(extractStrikePlaces('bid of the second strike above the price of §').text).not.toMatch(/second|above/u)
  })

  test('are read back from their chip', () => {
    for (const place of [-3, -1, 0, 1, 2]) expect(readPlaces(describePlace(place))).toEqual([place])
  })
})
