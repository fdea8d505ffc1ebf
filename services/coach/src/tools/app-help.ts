import Type from 'typebox'
import { Unanswerable } from './failure.ts'
import { helpTopics } from './help-topics.ts'
import { ownStamp } from './stamp.ts'
import { defineTool } from './tool.ts'

export const appHelp = defineTool({
  name: 'app_help',
  description: `How to do something in this product, with the page to do it on. Topics: ${helpTopics.map(({ id }) => id).join(', ')}.`,
  args: { topic: Type.String({ minLength: 1, maxLength: 120 }) },
  result: { topic: Type.String(), title: Type.String(), path: Type.String(), steps: Type.Array(Type.String()) },
  run: async ({ topic }) => {
    const found = findTopic(topic)
    if (found === null) {
      throw new Unanswerable(
        'NOT_FOUND',
        'There is no help topic for that.',
        helpTopics.map(({ title }) => title),
      )
    }
    const { id, title, path, steps } = found
    return { topic: id, title, path, steps: [...steps], ...ownStamp('Product help') }
  },
})

/** Finds the topic whose matching cues have the most letters; null if no cue matches. */
function findTopic(asked: string) {
  const words = ` ${asked
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, ' ')
    .trim()} `
  const weighed = helpTopics.map((topic) => {
    const isNamed = topic.id === asked || topic.title.toLowerCase() === asked.toLowerCase()
    const cued = topic.cues.filter((cue) => words.includes(` ${cue} `) || words.includes(` ${cue}s `))
    return { topic, weight: isNamed ? Number.POSITIVE_INFINITY : cued.join('').length }
  })
  const best = weighed.toSorted((a, b) => b.weight - a.weight)[0]
  return best === undefined || best.weight === 0 ? null : best.topic
}
