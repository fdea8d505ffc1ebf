import { afterEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { closeApp } from './render-app.tsx'
import { closePart } from './render-part.tsx'
import { coachScenes } from './specified-scenes/coach-scenes.ts'
import { entryScenes } from './specified-scenes/entry-scenes.tsx'
import { failureScenes } from './specified-scenes/failure-scenes.ts'
import { marketScenes } from './specified-scenes/market-scenes.ts'
import { portfolioScenes } from './specified-scenes/portfolio-scenes.ts'
import { fillings, type Scene } from './specified-scenes/scene.ts'
import { type SpecifiedPlace, specifiedTexts } from './specified-texts.ts'

afterEach(() => {
  closePart()
  closeApp()
  jest.restoreAllMocks()
})

const scenes = {
  ...entryScenes,
  ...marketScenes,
  ...portfolioScenes,
  ...coachScenes,
  ...failureScenes,
} satisfies Readonly<Record<SpecifiedPlace, Scene>>
const sceneOf = new Map<string, Scene>(Object.entries(scenes))

const fillIn = (text: string) =>
  Object.entries(fillings).reduce((filled, [name, words]) => filled.replace(`{${name}}`, words), text)

test('every place has a scene, and every scene a place', () => {
  expect(Object.keys(scenes).toSorted()).toEqual(Object.keys(specifiedTexts).toSorted())
})

test.each(Object.entries(specifiedTexts))('%s says what is specified, word for word', async (place, texts) => {
  const read = await sceneOf.get(place)?.()
  const seekMissing = () => {
    const there = new Set(read?.())
    expect(texts.map(fillIn).filter((text) => !there.has(text))).toEqual([])
  }
  // What is missing says enough: the page around it would bury it.
  await waitFor(seekMissing, { onTimeout: (error) => error })
})
