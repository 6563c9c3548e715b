export type Details = Readonly<Record<string, unknown>>
/** `details` replace members of those that are usual for the type of work. */
export type DemoOffer = readonly [code: string, totalLimit: number, title: string, details?: Details]

/** Offers with work, in this order, of the advertiser whose password is printed. */
export const offersWithWork: readonly DemoOffer[] = [
  ['web.lookup', 40, 'Find the opening hours of ten libraries'],
  ['web.usability_test', 30, 'Try our booking page and say where you hesitate'],
  ['photo.collect', 40, 'Photograph a street sign in your town'],
  ['text.rate', 25, 'Rate how clear these notices are'],
  ['photo.collect', 1, 'Take one photo of a bridge'],
]

/** Offers of the same advertiser, without work. */
export const offersWithoutWork: readonly DemoOffer[] = [
  ['app.install_test', 15, 'Install our notes app and write the first note'],
  ['store.visit', 8, 'Visit a bakery and describe the bread shelf'],
  ['survey.external', 100, 'Answer six questions about public transport'],
  ['translate.short', 5, 'Translate a museum label into German'],
  ['social.feedback', 20, 'Say what you make of our post about cycle lanes'],
]

export const otherOffers: readonly DemoOffer[] = [
  ['web.lookup', 12, 'Find the phone number of a town hall'],
  ['web.lookup', 30, 'Find out when the swimming pool was built'],
  ['web.lookup', 18, 'Look up the fee for a parking permit'],
  ['web.lookup', 9, 'Find the timetable of a ferry'],
  ['web.usability_test', 10, 'Order a ticket for the zoo and tell us what was hard'],
  ['web.usability_test', 14, 'Find our prices without using the search'],
  ['web.usability_test.mobile', 12, 'Buy a day ticket on your phone, up to the payment'],
  ['web.usability_test.mobile', 6, 'Read our menu on a small screen'],
  ['app.install_test', 10, 'Try the dark mode of our calendar'],
  ['app.install_test.ios', 10, 'Scan three receipts with our app'],
  ['app.install_test.ios', 8, 'Set up our timer with one hand'],
  ['app.install_test.desktop', 6, 'Install our editor and open a large file'],
  ['store.visit', 5, 'See whether a pharmacy has our poster in the window'],
  ['store.visit', 4, 'Count the open checkouts on a Saturday morning'],
  ['price.check', 10, 'Note the prices of five kinds of apples'],
  ['price.check', 10, 'What does a litre of oat milk cost near you?'],
  ['store.visit.venue', 6, 'Is the entrance of the theatre free of steps?'],
  ['store.visit.venue', 6, 'How loud is the café at noon?'],
  ['photo.collect', 25, 'Photograph a bus stop with its timetable'],
  ['photo.collect', 25, 'Photograph a bicycle rack that is full'],
  ['photo.collect', 15, 'Photograph your keyboard from above'],
  ['survey.external', 80, 'A survey about breakfast, twelve questions'],
  ['survey.external', 60, 'How do you read the news? Five minutes'],
  ['survey.external.mobile', 60, 'Answer our survey about podcasts on your phone'],
  ['image.classify', 90, 'Which of these pictures show a bridge?'],
  ['image.classify', 90, 'Sort twenty drawings by their mood'],
  ['text.rate', 50, 'Rate the tone of ten letters'],
  ['text.rate', 50, 'Which of these headlines would you click?'],
  [
    'translate.short',
    8,
    'Translate a recipe into Spanish',
    { text: 'Fry two onions in butter until they are golden. Add the rice and stir.', targetLanguage: 'es' },
  ],
  [
    'translate.short',
    8,
    'Translate a bus announcement into Polish',
    { text: 'This bus ends here today. Line 7 takes you to the station.', targetLanguage: 'pl' },
  ],
  [
    'translate.short',
    8,
    'Translate a greeting card into French',
    { text: 'Happy birthday! May the year ahead be kind to you.', targetLanguage: 'fr' },
  ],
  ['social.feedback', 30, 'Your honest opinion on a post about tea'],
  ['social.feedback.forum', 20, 'Tell us whether this answer helped you'],
  ['social.feedback.video', 20, 'Was this video too long for you?'],
]
