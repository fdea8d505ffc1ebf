import { createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { expect, test } from '@jest/globals'
import { createLoop } from './loop.ts'

const { log } = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener')

/** Work that the test ends by hand, and how much of it went on at once at the most. */
function openWork() {
  const ends: (() => void)[] = []
  const seen = { begun: 0, atOnce: 0, most: 0 }
  const work = async () => {
    seen.begun += 1
    seen.atOnce += 1
    seen.most = Math.max(seen.most, seen.atOnce)
    await new Promise<void>((resolve) => ends.push(resolve))
    seen.atOnce -= 1
  }
  return { seen, work, end: () => ends.shift()?.() }
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'never works twice at once: nudged %p turns after the work ended',
  async (turns) => {
    const { seen, work, end } = openWork()
    const loop = createLoop({ name: 'loop', intervalMs: 1_000_000, log, work })
    const nudged = [loop.nudge(), loop.nudge()]
    end()
    for (let turn = 0; turn < turns; turn += 1) await null
    nudged.push(loop.nudge())
    for (let turn = 0; turn < 20; turn += 1) await null
    expect(seen).toEqual({ begun: 2, atOnce: 1, most: 1 })
    end()
    for (let turn = 0; turn < 20; turn += 1) await null
    end()
    await Promise.all(nudged)
    expect(seen.most).toBe(1)
    await loop.stop()
  },
)
