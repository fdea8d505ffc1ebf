import { describe, expect, test } from '@jest/globals'
import { createGate } from './gate.ts'

function openTask() {
  let finish: () => void = () => {}
  let fail: (error: Error) => void = () => {}
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  return { done, finish, fail }
}

const build = () => createGate({ concurrency: 2, queue: 1, refusal: () => new Error('full') })
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createGate', () => {
  test('runs two at once, keeps one waiting and refuses the fourth', async () => {
    const gate = build()
    const started: number[] = []
    const tasks = [openTask(), openTask(), openTask()]
    const runs = tasks.map((task, index) =>
      gate.run(() => {
        started.push(index)
        return task.done
      }),
    )
    await settle()
    expect(started).toEqual([0, 1])
    await expect(gate.run(async () => 'never')).rejects.toThrow('full')

    tasks[1]?.finish()
    await runs[1]
    await settle()
    expect(started).toEqual([0, 1, 2])
    for (const task of tasks) task.finish()
    await Promise.all(runs)
    await expect(gate.run(async () => 'free again')).resolves.toBe('free again')
  })

  test('work that fails gives its place back', async () => {
    const gate = build()
    const [first, second] = [openTask(), openTask()]
    const failing = gate.run(() => first.done)
    const other = gate.run(() => second.done)
    const waiting = gate.run(async () => 'next')
    first.fail(new Error('broken'))
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('next')
    second.finish()
    await other
  })
})
