// A plugin for reveal.js: figures follow the slides, and the keys follow the focus.
export const PodlabSlides = {
  id: "podlab",
  init(deck) {
    const shown = () => {
      for (const figure of deck.getRevealElement().querySelectorAll("pod-lab[data-autoplay]")) {
        const starts = deck.getCurrentSlide()?.contains(figure) ?? false;
        // What was never started has nothing to stop, and need not be fetched.
        if (starts) figure.play();
        else if (figure.playing) figure.pause();
      }
    };
    deck.on("ready", () => {
      // A slide's own ground lies elsewhere in the page, so its figures cannot see it.
      for (const figure of deck.getRevealElement().querySelectorAll("pod-lab:not([theme])")) {
        const ground = figure.closest(".has-dark-background, .has-light-background");
        if (ground) figure.setAttribute("theme", ground.classList.contains("has-dark-background") ? "dark" : "light");
      }
      shown();
    });
    deck.on("slidechanged", ({ previousSlide }) => {
      const focus = document.activeElement;
      if (previousSlide?.contains(focus)) (focus.shadowRoot?.activeElement ?? focus).blur();
      shown();
    });
    for (const figure of deck.getRevealElement().querySelectorAll("pod-lab")) {
      // Drags move the line of time, not the slide.
      figure.dataset.preventSwipe = "";
      figure.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || figure.shadowRoot.querySelector("dialog[open]")) return;
        event.stopPropagation();
        figure.shadowRoot.activeElement?.blur();
      });
    }
  },
};
