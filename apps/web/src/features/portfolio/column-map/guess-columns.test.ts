import { expect, test } from '@jest/globals'
import { guessAction } from './guess-columns.ts'

test.each([
  ['open', 'Sell to Open', 'Sold Short', 'STO', 'Option written', 'Verkauf Eröffnung', 'Verkauf (Eroeffnung)'],
  ['open', "Vente à l'ouverture", 'Venta apertura', 'Vendita in apertura', 'Verkoop opening', 'Venda abertura'],
  ['close', 'Buy to Close', 'Bought To Cover', 'BTC', 'Kauf Schließung', 'Kauf zum Schliessen', 'Rückkauf'],
  ['close', 'Achat clôture', 'Compra cierre', 'Acquisto in chiusura', 'Koop sluiting', 'Compra fechamento'],
  ['expire', 'Expired', 'Option Expiration', 'Verfall', 'Expiré', 'Vencimiento', 'Scadenza', 'Vervallen', 'Expiração'],
  ['assign', 'Assigned', 'Zuteilung', 'Assignation', 'Asignación', 'Assegnazione', 'Toewijzing', 'Atribuição'],
  ['dividend', 'Cash Dividend', 'Dividende', 'Dividendo', 'Ausschüttung'],
  ['buy', 'Buy', 'YOU BOUGHT', 'Kauf', 'Achat', 'Compra', 'Acquisto', 'Aankoop', 'Koop'],
  ['sell', 'SELL', 'Sold', 'Verkauf', 'Vente', 'Venta', 'Vendita', 'Verkoop', 'Venda'],
  ['ignore', 'Journal', 'Interest', 'Zinsen', 'Überweisung', 'Stock Split', ''],
])('guesses %s', (meaning, ...words) => {
  expect(words.map((word) => [word, guessAction(word)])).toEqual(words.map((word) => [word, meaning]))
})
