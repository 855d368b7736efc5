// A plugin for reveal.js: figures follow the slides, and the keys follow the focus.
export const PodlabSlides = {
  id: "podlab",
  init(deck) {
    const shown = (slide) => {
      for (const figure of deck.getRevealElement().querySelectorAll("pod-lab[data-autoplay]")) {
        const starts = slide?.contains(figure) ?? false;
        // What was never started has nothing to stop, and need not be fetched.
        if (starts) figure.play();
        else if (figure.playing) figure.pause();
      }
    };
    deck.on("ready", ({ currentSlide }) => {
      // A slide's own ground lies elsewhere in the page, so its figures cannot see it.
      for (const figure of deck.getRevealElement().querySelectorAll("pod-lab:not([theme])")) {
        const ground = figure.closest(".has-dark-background, .has-light-background");
        if (ground) figure.setAttribute("theme", ground.classList.contains("has-dark-background") ? "dark" : "light");
      }
      shown(currentSlide);
    });
    deck.on("slidechanged", ({ currentSlide, previousSlide }) => {
      if (previousSlide?.contains(document.activeElement)) document.activeElement.blur();
      shown(currentSlide);
    });
    for (const figure of deck.getRevealElement().querySelectorAll("pod-lab")) {
      // Drags move the line of time, not the slide.
      figure.dataset.preventSwipe = "";
      figure.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        figure.blur();
        document.activeElement?.blur();
      });
    }
  },
};
