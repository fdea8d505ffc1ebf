import { defineTerm } from './term.ts'

export const dataTerms = [
  defineTerm({
    id: 'data_class',
    term: 'data class',
    synonyms: ['freshness', 'live', 'delayed', 'indicative', 'closed', 'stale'],
    sentence: 'How current a figure is: live, delayed, indicative, recorded, simulated, closed, stale or none.',
    why: 'A figure from yesterday, or from a simulated market, must not look like a current one.',
  }),
  defineTerm({
    id: 'as_of',
    term: 'as-of',
    synonyms: ['as of', 'timestamp'],
    sentence: 'The time a figure describes.',
    why: 'Only figures from the same time can be compared.',
  }),
  defineTerm({
    id: 'simulated_market',
    term: 'simulated market',
    synonyms: ['simulated', 'demo data'],
    sentence: 'A made-up market, generated from a seed and the clock; the default when no data source is configured.',
    why: 'Good for learning the product: none of its prices are real.',
  }),
  defineTerm({
    id: 'recorded_market',
    term: 'recorded market',
    synonyms: ['recorded', 'pack'],
    sentence: "A past day of the real market, with the clock fixed at that session's close.",
    why: 'Every figure is true for that day, and only for that day.',
  }),
  defineTerm({
    id: 'universe',
    term: 'universe',
    sentence: 'The stocks the screener ranks.',
    why: 'A stock outside it is not bad; it just has not been analyzed.',
  }),
  defineTerm({
    id: 'enrichment',
    term: 'enrichment',
    synonyms: ['refresh of the screen', 'background refresh'],
    sentence: "Loading a stock's prices, option chain and fundamentals and calculating its screener row.",
    why: 'Until it reaches a stock again, that row shows the previous figures.',
  }),
  defineTerm({
    id: 'saved_screen',
    term: 'saved screen',
    sentence: 'The filters, columns and sort order of the screener, saved under a name.',
    why: 'Run the same screen again with one click.',
  }),
  defineTerm({
    id: 'relaxation',
    term: 'relaxation',
    sentence: 'One filter to remove when no stock matches, and how many stocks would then match.',
    why: 'Shows which filter to loosen first.',
  }),
]
