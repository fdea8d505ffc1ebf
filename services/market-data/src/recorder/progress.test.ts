import { describe, expect, test } from '@jest/globals'
import { createProgress } from './progress.ts'

function open(isTerminal: boolean) {
  const lines: string[] = []
  let nowMs = 0
  const progress = createProgress({ write: (text) => void lines.push(text), isTerminal, now: () => nowMs })
  return {
    progress,
    lines,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('progress', () => {
  test('a terminal has one line that changes, and the time left when there is something to reckon with', () => {
    const { progress, lines, pass } = open(true)
    for (let place = 1; place <= 4; place += 1) {
      progress.symbol('KO', place, 13)
      pass(60_000)
    }
    progress.end()
    const texts = lines.map((line) => line.replace('\r\u001b[K', ''))
    expect(texts.slice(0, 3)).toEqual(['recording 1/13 KO', 'recording 2/13 KO', 'recording 3/13 KO'])
    expect(texts.slice(3)).toEqual(['recording 4/13 KO, about 10 min left', '\n'])
  })

  test('the time left is of what is asked for now, not of what was there already', () => {
    const { progress, lines, pass } = open(true)
    for (let place = 101; place <= 104; place += 1) {
      progress.symbol('KO', place, 104)
      pass(10_000)
    }
    expect(lines.at(-1)).toMatch(/recording 104\/104 KO, less than a minute left$/)
  })

  test('a log has a line now and then, the last one, and every wait', () => {
    const { progress, lines, pass } = open(false)
    for (let place = 1; place <= 10; place += 1) {
      progress.symbol('KO', place, 10)
      pass(10_000)
    }
    progress.waiting(1_500, 'too many calls')
    progress.end()
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'recording 1/10 KO\n',
      'recording 4/10 KO',
      'recording 7/10 KO',
      'recording 10/10 KO',
      'waiting 2 s: too many calls\n',
    ])
  })
})
