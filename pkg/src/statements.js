// What a learner did in a lesson, as statements of xAPI, the Experience API, by which learning systems exchange such records.
//
// A statement here says no actor: who the learner is only the page around knows, and adds before it sends the statement.

const VERBS = "http://adlnet.gov/expapi/verbs/";
const ACTIVITIES = "http://adlnet.gov/expapi/activities/";
const PROGRESS = "https://w3id.org/xapi/cmi5/result/extensions/progress";

/** Milliseconds as an ISO 8601 duration. */
const duration = (milliseconds) => `PT${(milliseconds / 1000).toFixed(2)}S`;

/** Takes what the figure of an element tells, and gives the statement about it, if there is one. `page` is the address of the page. */
export function recorder(page) {
  let [began, asked, right, title] = [performance.now(), 0, 0, ""];

  const statement = (verb, lesson, more) => ({
    verb: { id: VERBS + verb, display: { "en-US": verb } },
    object: {
      objectType: "Activity",
      id: new URL(`#/lesson/${encodeURIComponent(lesson)}`, page).href,
      definition: { type: `${ACTIVITIES}lesson`, name: { und: title } },
    },
    timestamp: new Date().toISOString(),
    ...more,
  });

  function ofStep({ lesson, step, steps, over, ...detail }) {
    title = detail.title;
    if (over) {
      const score = asked ? { score: { scaled: right / asked, raw: right, min: 0, max: asked } } : {};
      return statement("completed", lesson, { result: { completion: true, duration: duration(performance.now() - began), ...score } });
    }
    if (step === 1) {
      [began, asked, right] = [performance.now(), 0, 0];
      return statement("initialized", lesson);
    }
    const percent = Math.round((100 * (step - 1)) / steps);
    return statement("progressed", lesson, { result: { extensions: { [PROGRESS]: percent } } });
  }

  function ofPrediction({ lesson, step, ...answer }) {
    asked += 1;
    right += answer.right ? 1 : 0;
    const all = statement("answered", lesson, { result: { success: answer.right, response: answer.expected } });
    const whole = all.object;
    return {
      ...all,
      object: {
        objectType: "Activity",
        id: `${whole.id}/step-${step}`,
        definition: {
          type: `${ACTIVITIES}cmi.interaction`,
          interactionType: "fill-in",
          correctResponsesPattern: [answer.happened],
        },
      },
      context: { contextActivities: { parent: [whole] } },
    };
  }

  return (kind, detail) => {
    if (kind === "step") return ofStep(detail);
    if (kind === "prediction" && detail.lesson) return ofPrediction(detail);
    return undefined;
  };
}
