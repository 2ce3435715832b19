// Runs before the page is painted, as the theme's own inline script would.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
